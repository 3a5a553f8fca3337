import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { type Place, TextError } from '../text/errors';

/** How deep arrays and objects may lie in one another: far more than any file needs, and what a stack holds. */
const MAX_DEPTH = 1000;

/** JSON.parse, with the place of what is wrong: which V8's own message tells only sometimes, and as an offset. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (depthOf(text) <= MAX_DEPTH) return value;
  } catch {
    // Its place is found below.
  }
  findError(text);
}

/** Goes through a text up to the first thing that is wrong. */
function findError(text: string): never {
  let depth = 0;
  const begin = (offset: number): void => {
    if (++depth > MAX_DEPTH) throw new TextError(placeOf(text, offset), `nested more than ${MAX_DEPTH} levels deep`);
  };
  const end = (): void => {
    depth--;
  };
  const onError = (error: ParseErrorCode, offset: number): never => {
    // 'CommaExpected' as 'comma expected'.
    const problem = printParseErrorCode(error)
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toLowerCase();
    throw new TextError(placeOf(text, offset), `not JSON: ${problem}`);
  };
  const visitor = { onError, onObjectBegin: begin, onObjectEnd: end, onArrayBegin: begin, onArrayEnd: end };
  visit(text, visitor, { disallowComments: true });
  throw new TextError(placeOf(text, 0), 'not JSON');
}

/** The characters that begin and end what a JSON text nests. */
const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/** How deep a JSON text nests its arrays and objects. */
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

/** Where the string ends that begins with the quote at `begin`. */
function endOfString(json: string, begin: number): number {
  for (let at = begin + 1; ; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
}

/** Where in a text an offset is. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
