import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type Place, TextError } from './errors';

/** JSON.parse, with the place of what is wrong: which V8's own message tells only sometimes, and as an offset. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    if (errors.length === 0) throw new TextError(placeOf(text, 0), (thrown as SyntaxError).message);
    const [{ error, offset }] = errors;
    // 'CommaExpected' as 'comma expected'.
    const problem = printParseErrorCode(error)
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toLowerCase();
    throw new TextError(placeOf(text, offset), `not JSON: ${problem}`);
  }
}

/** Where in a text an offset is. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
