/** A program in a document, with what it prints according to the document. */
export interface DocProgram {
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
export function programsOf(markdown: string): DocProgram[] {
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
