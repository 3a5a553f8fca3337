import type { Aabb, Vec3 } from 'slabtree';

/** The longest text in messages, in UTF-16 code units. A longer text is cut to this length. */
const MAX_SHOWN = 60;

/** Matches the characters that end a line, control a terminal, or are invisible. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text from a file, safe to print on one line: characters that a terminal does not show are escaped as in JSON, for
 * example `\u009b`.
 */
export function escaped(text: string): string {
  return text.replaceAll(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Returns a text from a file with unsafe characters escaped, as {@link escaped} does, but cuts a long text. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${escaped(beginning(text))}…` : escaped(text);
}

/** Returns a value from a file as a text for a message. A string is in quotes, and a long string is cut. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const isLong = value.length > MAX_SHOWN;
  return escaped(JSON.stringify(isLong ? beginning(value) : value)) + (isLong ? '…' : '');
}

/** Returns a message of the library with its quoted texts escaped and cut by {@link shown}. */
export function withShownTexts(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => shown(JSON.parse(text)));
}

function beginning(text: string): string {
  // A character may have two code units: if only the first is left at the end of the text, it is removed.
  return text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '');
}

/** Returns named values as a text in two columns, names and values, with one value per line. */
export function answerText(values: Record<string, string | number>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}

/** Returns a vector in the syntax of the command's options: `1,-2.5,3`. */
export function vec3Text({ x, y, z }: Vec3): string {
  return `${x},${y},${z}`;
}

/** Returns the two ends of bounds: `0,0,0 to 6,1,1`. */
export function boundsText(bounds: Aabb | null): string {
  return bounds === null ? 'none' : `${vec3Text(bounds.min)} to ${vec3Text(bounds.max)}`;
}
