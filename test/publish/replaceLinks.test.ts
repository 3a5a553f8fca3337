import { describe, expect, it } from 'vitest';
import { type FileLink, replaceLinks } from '../../publish/replaceLinks';

describe('replaceLinks', () => {
  it('a link whose file has no address leaves its text, with the formats and the pictures in it', () => {
    const text =
      'See [the *license*](LICENSE), [`a`](docs/guide.md#rays) and [![b](docs/cities.png)](docs/format.md "title").';
    const addresses: Partial<Record<string, string>> = { 'docs/cities.png': 'cities.png' };
    const replaced = replaceLinks('README.md', text, ({ path }) => addresses[path] ?? null);
    expect(replaced).toBe('See the *license*, `a` and ![b](cities.png).');
  });

  it('a link stays if it has no other address', () => {
    const text = '[the license](LICENSE) ![b](docs/cities.png)';
    expect(replaceLinks('README.md', text, () => undefined)).toBe(text);
  });

  it('links are read with their file, their heading, and whether they lead to a folder', () => {
    const links: FileLink[] = [];
    replaceLinks('docs/three.md', '[a](../bench/README.md#threads) [b](../examples)', (link) => {
      links.push(link);
      return undefined;
    });
    expect(links).toEqual([
      { path: 'bench/README.md', isFolder: false, anchor: '#threads' },
      { path: 'examples', isFolder: true, anchor: '' },
    ]);
  });
});
