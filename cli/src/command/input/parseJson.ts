import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { type Place, TextError } from '../text/errors';

/** How many levels deep a JSON text may nest: more than any file needs, and few enough for the call stack. */
const MAX_DEPTH = 1000;

/**
 * Parses JSON. Its errors have a line and a column, unlike the errors of JSON.parse.
 *
 * @throws TextError if the text is not JSON, or nests more than 1000 levels deep.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (depthOf(text) <= MAX_DEPTH) return value;
  } catch {
    // JSON.parse gives no line and column, so findError searches for the mistake and throws an error with its place.
  }
  findError(text);
}

/** Throws an error with the line and column of the first mistake in a JSON text. */
function findError(text: string): never {
  let depth = 0;
  const begin = (offset: number): void => {
    if (++depth > MAX_DEPTH) throw new TextError(placeOf(text, offset), `nested more than ${MAX_DEPTH} levels deep`);
  };
  const end = (): void => {
    depth--;
  };
  const onError = (error: ParseErrorCode, offset: number): never => {
    // The error code 'CommaExpected' becomes the message 'comma expected', for example.
    const problem = printParseErrorCode(error)
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toLowerCase();
    throw new TextError(placeOf(text, offset), `not JSON: ${problem}`);
  };
  const visitor = { onError, onObjectBegin: begin, onObjectEnd: end, onArrayBegin: begin, onArrayEnd: end };
  visit(text, visitor, { disallowComments: true });
  throw new TextError(placeOf(text, 0), 'not JSON');
}

/** The characters of a JSON text that determine how deep arrays and objects nest. */
const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/** Returns how many levels deep arrays and objects nest in a valid JSON text. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

/** Returns the offset at which a string of a JSON text ends. Its opening quote is at `begin`. */
function endOfString(json: string, begin: number): number {
  for (let at = begin + 1; ; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
}

/** Returns the line and column of an offset in a text. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
