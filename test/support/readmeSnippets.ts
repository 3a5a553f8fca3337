/** A line whose comment says what value it has: `expression; // → value`, or `const name = expression; // → value`. */
const VALUED_LINE = /^(?:const (\w+) = )?(.*?);? +\/\/ → (.*)$/;

/**
 * All TypeScript snippets of a Markdown text as one program, in their order, which throws where a value that a snippet
 * states is not the one it gets.
 *
 * @param before code that the snippets are part of, and do not show.
 */
export function snippetsAsProgram(markdown: string, before = ''): string {
  const snippets = [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  if (snippets.length === 0) throw new Error('the text has no TypeScript snippets');
  const lines = snippets.join('\n').split('\n').map(assertValue);
  return ["import { deepStrictEqual } from 'node:assert/strict';", before, ...lines].join('\n');
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
