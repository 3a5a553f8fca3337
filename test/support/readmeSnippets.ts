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

function assertValue(line: string): string {
  const match = VALUED_LINE.exec(line);
  if (match === null) return line;
  const [, , expression, value] = match;
  const name = match.at(1);
  return name === undefined
    ? `deepStrictEqual(${expression}, ${value});`
    : `const ${name} = ${expression}; deepStrictEqual(${name}, ${value});`;
}
