import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../docs/.vitepress/pages';
import { codeBlocksIn, codeOutsideFences } from './support/codeOfDocument';
import { snippetsAsProgram } from './support/readmeSnippets';

const root = resolve(import.meta.dirname, '..');

/** The most characters of a line of code that a page shows in a window of 1280 pixels: `printWidth` in .prettierrc.json. */
const WIDTH = 80;

/** The pages of the site that people write. The reference is written by a program. */
const pages = documents().filter((file) => !file.startsWith('docs/reference/'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('code in documents', () => {
  it.each([...pages, 'README.md', 'CONTRIBUTING.md'])('%s has no code outside of fences', (file) => {
    expect(codeOutsideFences(read(file))).toEqual([]);
  });

  // Prettier keeps the width of code, and leaves comments and texts as they are.
  it.each(pages)('no line of code in %s is wider than the column of a page', (file) => {
    const lines = codeBlocksIn(read(file)).flatMap((code) => code.split('\n'));
    expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
  });

  // In a shell, a # inside a word is a part of the word.
  it.each([...pages, 'README.md', 'CONTRIBUTING.md'])(
    'each comment in the shell code of %s is after a space',
    (file) => {
      const lines = codeBlocksIn(read(file), 'sh').flatMap((code) => code.split('\n'));
      expect(lines.filter((line) => /\S# /.test(line))).toEqual([]);
    },
  );

  it('code outside of fences is found, and prose, lists, inline code and code between fences are not', () => {
    const strays = ['scene.size; // → 2', '// What is in view.', "const { size } = new Set(['a']);", 'build() // → 1'];
    const fine = ['Import a set; then add to it.', '- `scene.clear();`', '```ts\nconst a = 1;\n```'];
    expect(codeOutsideFences([...strays, ...fine].join('\n\n'))).toEqual(strays);
  });
});

describe('programs made of snippets', () => {
  const programOf = (...lines: string[]) =>
    snippetsAsProgram(['```ts', ...lines, '```'].join('\n'))
      .split('\n')
      .slice(2);

  it('a stated value is compared with the whole statement before it, and the value of a variable with the variable', () => {
    expect(programOf('first(', '  1,', ').size; // → 2')).toEqual([
      'deepStrictEqual(first(',
      '  1,',
      ').size, 2);',
      '',
    ]);
    expect(programOf('const id = add(', '  box,', '); // → 0')).toEqual([
      'const id = add(',
      '  box,',
      '); deepStrictEqual(id, 0);',
      '',
    ]);
    expect(programOf('function f() {', '  size; // → 2', '}')).toEqual([
      'function f() {',
      '  deepStrictEqual(size, 2);',
      '}',
      '',
    ]);
    expect(programOf('size;', '// → 2')).toEqual(['deepStrictEqual(size, 2);', '']);
  });

  it('a stated value that no expression has is an error', () => {
    expect(() => programOf('if (size > 1) { // → true', '}')).toThrow('no expression ends before the value: if (size');
    expect(() => programOf('const { size } = scene; // → 2')).toThrow('no expression ends before the value');
  });
});
