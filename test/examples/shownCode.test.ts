import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import hostedGitInfo from 'hosted-git-info';
import { describe, expect, it } from 'vitest';
import { codeIn, withCode } from '../../examples/site/shownCode';
import { exampleNames } from '../browser/support/exampleNames';

const examples = resolve(import.meta.dirname, '../../examples');

/** The playground is an editor: all of its code is on the page. */
const names = exampleNames.filter((name) => name !== 'playground');

describe.each(names)('%s', (name) => {
  const page = readFileSync(join(examples, name, 'index.html'), 'utf8');
  const shown = codeIn(join(examples, name));

  it('the shown code has 5 to 15 lines, which are in the file that it names', () => {
    const lines = shown.code.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(lines.length).toBeLessThanOrEqual(15);
    const source = readFileSync(join(examples, name, shown.file), 'utf8');
    for (const line of lines) expect(source).toContain(line);
  });

  it('the shown code is all on the page, with a link to its file', () => {
    const host = hostedGitInfo.fromUrl('git+https://github.com/someone/boxes.git');
    if (host === undefined) throw new Error('GitHub is a host');
    const written = withCode(page, name, shown, host);
    const [, figure = ''] = /<figure class="shown-code">(.+)<\/figure>/s.exec(written) ?? [];
    expect(figure).toContain(`href="https://github.com/someone/boxes/blob/HEAD/examples/${name}/${shown.file}"`);
    const [, code] = figure.split('<pre>');
    const text = code
      .replace(/<[^>]+>/g, '')
      .replace(/&#x27;/g, "'")
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&');
    expect(text.trimEnd().split('\n')).toEqual(shown.code.split('\n').map((line) => line.trimStart()));
  });
});

it('code cannot be shown for a folder without marked lines, and the error says how to mark them', () => {
  expect(() => codeIn(join(examples, 'site'))).toThrow('// #region shown');
});
