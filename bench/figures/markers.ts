import { withoutCode } from './withoutCode';

/** Text between markers, which the generator writes. */
export interface Marked {
  readonly name: string;
  readonly content: string;
}

/** Names are lower case, so that a text may explain the markers with NAME. */
const marked = /<!-- figures: ([a-z0-9-]+) -->(.*?)<!-- \/figures -->/gs;
const anyMarker = /<!-- (?:figures: [a-z0-9-]+|\/figures) -->/;

/** Returns what stands between markers in a Markdown text, in order. */
export function readMarked(text: string): Marked[] {
  return [...text.matchAll(marked)].map(([, name, content]) => ({ name, content }));
}

/**
 * Returns a Markdown text with new content between its markers. Content of several lines gets blank lines around it.
 *
 * @param write returns the content for a name.
 * @throws Error for a marker without its partner, or at a place where Markdown would not read the rest of the line.
 */
export function fillMarked(text: string, write: (name: string) => string): string {
  const rest = anyMarker.exec(withoutCode(withoutMarked(text)));
  if (rest !== null)
    throw new Error(`${rest[0]} has no partner: figures stand between <!-- figures: NAME --> and <!-- /figures -->.`);
  return text.replace(marked, (_whole: string, name: string, _content: string, offset: number) => {
    const content = write(name);
    const isBlock = content.includes('\n');
    const before = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
    if (isBlock && before !== '') throw new Error(`${name} is a table: its markers must stand on lines of their own.`);
    if (!isBlock && /^\s*(?:[-*>]|\d+\.)?\s*$/.test(before))
      throw new Error(`${name} must not begin a line: Markdown reads a line that begins with a comment as HTML.`);
    const space = isBlock ? '\n\n' : '';
    return `<!-- figures: ${name} -->${space}${content}${space}<!-- /figures -->`;
  });
}

/** Returns a Markdown text without its markers and what stands between them. Its lines keep their numbers. */
export function withoutMarked(text: string): string {
  return text.replace(marked, (whole) => whole.replace(/[^\n]/g, ''));
}
