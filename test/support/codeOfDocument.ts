/** A code block between fences, in a list too, and in it the code. */
const FENCED = /^( *)```([^\n]*)\n(.*?)^\1```$/gms;

/** What a line of code looks like: it is a comment or a declaration, ends a statement, or states a value. No item of a list. */
const CODE =
  /^\s*(?:\/\/|(?:const|let|import|export|await|return|function) )|^(?!\s*(?:-|\d+\.) ).*;\s*(?:\/\/.*)?$|\/\/ →/;

/** Returns the code between the fences of a Markdown text. @param language the language of the fences. All if undefined. */
export function codeBlocksIn(markdown: string, language?: string): string[] {
  const blocks = [...markdown.matchAll(FENCED)];
  return blocks.filter(([, , name]) => language === undefined || name === language).map(([, , , code]) => code);
}

/** Returns the lines of a Markdown text that look like code, and are not between fences. */
export function codeOutsideFences(markdown: string): string[] {
  const lines = markdown.replace(FENCED, '').split('\n');
  return lines.filter((line) => CODE.test(line.replace(/`[^`]*`/g, '')) || line.trimStart().startsWith('```'));
}
