import hostedGitInfo, { type GitHost } from 'hosted-git-info';
import { describe, expect, it } from 'vitest';
import { absoluteLinks } from '../../publish/absoluteLinks';

function hostOf(address: string): GitHost {
  const host = hostedGitInfo.fromUrl(address);
  if (host === undefined) throw new Error(`${address} is not a host`);
  return host;
}

const host = hostOf('git+https://github.com/someone/boxes.git');
const blob = 'https://github.com/someone/boxes/blob/HEAD';
const tree = 'https://github.com/someone/boxes/tree/HEAD';
const raw = 'https://raw.githubusercontent.com/someone/boxes/HEAD';

describe('absoluteLinks', () => {
  it.each([
    ['a file', '[format](docs/format.md)', `[format](${blob}/docs/format.md)`],
    ['a file, by ./', '[format](./docs/format.md)', `[format](${blob}/docs/format.md)`],
    ['a heading of a file', '[nodes](docs/format.md#nodes)', `[nodes](${blob}/docs/format.md#nodes)`],
    ['a folder', '[all](examples)', `[all](${tree}/examples)`],
    ['a picture that is shown', '![docs/cities.png](docs/cities.png)', `![docs/cities.png](${raw}/docs/cities.png)`],
    ['a picture', '[see](docs/cities.png "docs")', `[see](${raw}/docs/cities.png "docs")`],
    [
      'a file, by a picture',
      '[![cities](docs/cities.png)](CHANGELOG.md)',
      `[![cities](${raw}/docs/cities.png)](${blob}/CHANGELOG.md)`,
    ],
    [
      'files, in a table',
      '| a | b |\n| - | - |\n| [a](LICENSE) | ![b](docs/cities.png) |',
      `| a | b |\n| - | - |\n| [a](${blob}/LICENSE) | ![b](${raw}/docs/cities.png) |`,
    ],
    ['a file, by a reference', 'See [it].\n\n[it]: docs/format.md', `See [it].\n\n[it]: ${blob}/docs/format.md`],
    [
      'files, in HTML',
      '<picture>\n  <source srcset="docs/cities.png" />\n  <a href="LICENSE"><img src="docs/cities.png" /></a>\n</picture>',
      `<picture>\n  <source srcset="${raw}/docs/cities.png" />\n  <a href="${blob}/LICENSE"><img src="${raw}/docs/cities.png" /></a>\n</picture>`,
    ],
  ])('links are made absolute if they lead to %s', (_, text, expected) => {
    expect(absoluteLinks('README.md', text, host)).toBe(expected);
  });

  it.each([
    ['elsewhere', '[npm](https://www.npmjs.com) <https://www.npmjs.com> [mail](mailto:a@b.c) [other](//b.c/docs)'],
    ['to a heading of the text', '[Timings](#timings)'],
    ['nowhere because they are code', 'A span `[a](docs/format.md)`\n\n```ts\nconst [a](docs/format.md)\n```\n'],
  ])('links stay the same if they lead %s', (_, text) => {
    expect(absoluteLinks('README.md', text, host)).toBe(text);
  });

  it('links begin at the folder of the text, and stay the same if their files are not to be replaced', () => {
    const text = '[bench](../bench/README.md#threads) [guide](guide.md#rays) [license](../LICENSE) ![b](cities.png)';
    const isReplaced = (path: string) => path !== 'docs/guide.md';
    expect(absoluteLinks('docs/three.md', text, host, isReplaced)).toBe(
      `[bench](${blob}/bench/README.md#threads) [guide](guide.md#rays) [license](${blob}/LICENSE) ![b](${raw}/docs/cities.png)`,
    );
    expect(() => absoluteLinks('docs/three.md', '[gone](docs/guide.md)', host)).toThrow(
      new Error('docs/three.md has a link to docs/guide.md, but there is no such file'),
    );
  });

  it('a link to a missing file is an error', () => {
    expect(() => absoluteLinks('README.md', '[gone](docs/gone.md#here)', host)).toThrow(
      new Error('README.md has a link to docs/gone.md#here, but there is no such file'),
    );
  });

  it('a link whose address is escaped is an error, as its place in the text is unknown then', () => {
    expect(() => absoluteLinks('README.md', '[gone](docs/format&#46;md)', host)).toThrow(
      /whose address is escaped: write it unescaped/,
    );
  });

  it.each(['https://gitlab.com/someone/boxes', 'bitbucket:someone/boxes'])(
    'links lead to the host of the project: %s',
    (address) => {
      const [, file, picture] =
        /\((.*)\) .*\((.*)\)/.exec(absoluteLinks('README.md', '[a](LICENSE) ![b](docs/cities.png)', hostOf(address))) ??
        [];
      expect(new URL(file).host).toBe(new URL(picture).host);
      expect(file).toMatch(/^https:.*\/someone\/boxes\/.*\/LICENSE$/);
      expect(picture).toMatch(/^https:.*\/someone\/boxes\/raw\/.*\/docs\/cities\.png$/);
    },
  );
});
