/** A line whose comment states its value: `expression; // → value` or `const name = expression; // → value`. */
const VALUED_LINE = /^(?:const (\w+) = )?(.*?);? +\/\/ → (.*)$/;

/**
 * All TypeScript snippets of a Markdown text, in order, as one program. The program throws if a stated value is wrong.
 *
 * @param before code that runs first and that the snippets do not show.
 */
export function snippetsAsProgram(markdown: string, before = ''): string {
  const snippets = [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  if (snippets.length === 0) throw new Error('the text has no TypeScript snippets');
  const lines = snippets.join('\n').split('\n').map(assertValue);
  return ["import { deepStrictEqual } from 'node:assert/strict';", before, ...lines].join('\n');
}

/** The components of a Markdown text: each is a module of its own. */
export function componentsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, code]) => code);
}

/** A program of a Markdown text, with what it prints according to the text. */
export interface Program {
  /** The name of its file: 'first.mjs'. */
  readonly name: string;
  readonly code: string;
  readonly printed: string;
}

/**
 * Returns the programs of a Markdown text that Node runs: each is introduced by the name of its file, which ends in .mjs, and
 * followed by "It prints:".
 *
 * @throws Error if a program has nothing that it prints.
 */
export function programsOf(markdown: string): Program[] {
  const introduced = markdown.match(/`[\w-]+\.mjs`[^\n]*:\n\n```js\n/g) ?? [];
  const found = markdown.matchAll(
    /`([\w-]+\.mjs)`[^\n]*:\n\n```js\n(.*?)^```$(?:(?!^```js$).)*?^It prints:\n\n```\n(.*?)^```$/gms,
  );
  const programs = Array.from(found, ([, name, code, printed]) => ({ name, code, printed }));
  if (programs.length !== introduced.length)
    throw new Error(`${introduced.length} programs are introduced, and ${programs.length} have what they print`);
  return programs;
}

/** Returns the CSV files of a Markdown text by their names: each is introduced by its name. */
export function csvFilesOf(markdown: string): [name: string, text: string][] {
  return [...markdown.matchAll(/^`([\w-]+\.csv)`[^\n]*:\n\n```\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]);
}

function assertValue(line: string): string {
  const match = VALUED_LINE.exec(line);
  if (match === null) return line;
  const [, , expression, value] = match;
  const name = match.at(1);
  return name === undefined
    ? `deepStrictEqual(${expression}, ${value});`
    : `const ${name} = ${expression}; deepStrictEqual(${name}, ${value});`;
}
