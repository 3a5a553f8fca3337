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

function assertValue(line: string): string {
  const match = VALUED_LINE.exec(line);
  if (match === null) return line;
  const [, , expression, value] = match;
  const name = match.at(1);
  return name === undefined
    ? `deepStrictEqual(${expression}, ${value});`
    : `const ${name} = ${expression}; deepStrictEqual(${name}, ${value});`;
}
