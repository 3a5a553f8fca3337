const LONGEST_SHOWN = 60;

/** What would end a line, change what a terminal shows, or be seen by nobody. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of a file as a person may see it, on one line: what would not be seen as it is stands there as `\u009b`, as in JSON. */
export function escaped(text: string): string {
  return text.replaceAll(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** As {@link escaped}, and not all of it where it is long. */
export function abridged(text: string): string {
  return text.length > LONGEST_SHOWN ? `${escaped(beginning(text))}…` : escaped(text);
}

/** What a file holds, as a message shows it: a text in quotes, and not all of it where it is long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const isLong = value.length > LONGEST_SHOWN;
  return escaped(JSON.stringify(isLong ? beginning(value) : value)) + (isLong ? '…' : '');
}

/** A message of the library, which shows texts whole, with its texts as {@link shown}. */
export function withShownTexts(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => shown(JSON.parse(text)));
}

function beginning(text: string): string {
  // Not half of a character that takes two places.
  return text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, '');
}
