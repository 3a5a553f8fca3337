import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import { type Place, TextError } from '../text/errors';
import { parseNumber } from '../text/parseNumber';
import { shortened, shown } from '../text/showText';
import type { LineBlock } from './lineBlocks';

const BYTE_ORDER_MARK = '\ufeff';
const COMMENT = '#';
/** The byte order marks of UTF-16 in hexadecimal. Some spreadsheets write UTF-16. */
const UTF_16_MARKS = ['fffe', 'feff'];
/** The character that replaces bytes that are not UTF-8 in a decoded text. A text may also contain this character itself. */
const REPLACEMENT = '\ufffd';

/** The rows of a block of a CSV, one per line. Blank lines, and lines that begin with #, are left out. */
export class CsvRows {
  /** All rows of the block before the first line on which quotes open but do not close. {@link checkEnd} reports that line. */
  readonly rows: string[][];
  /** The character between the fields of a row: a comma, a semicolon or a tab. */
  readonly delimiter: string;
  readonly #text: string;
  readonly #isUtf8: boolean;
  readonly #firstLine: number;
  readonly #quotesError: TextError | null;

  /** @param delimiter the character between fields in the block before. Without it, the first row decides. */
  constructor({ bytes, firstLine }: Omit<LineBlock, 'end'>, delimiter?: string) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isUtf8 = isUtf8(buffer);
    this.#text = buffer.toString().replaceAll(/\r(?=\n|$)/g, '');
    if (firstLine === 1 && UTF_16_MARKS.includes(buffer.toString('hex', 0, 2))) {
      throw new TextError({ line: 1, column: 1 }, 'expected UTF-8, got UTF-16: save the file as UTF-8');
    }
    if (firstLine === 1 && this.#text.startsWith(BYTE_ORDER_MARK)) this.#text = this.#text.slice(1);
    this.#firstLine = firstLine;
    this.delimiter = delimiter ?? delimiterOf(this.#text);
    this.#quotesError = this.#text.includes('"') ? this.#findQuotesError() : null;
    this.rows = this.#parse(
      this.#quotesError === null ? this.#text : this.#textBefore(this.#quotesError.place.line),
    ).data;
  }

  /**
   * Throws if {@link rows} ends early, before a line on which quotes open but do not close.
   *
   * @throws TextError with the place of the quotes.
   */
  checkEnd(): void {
    if (this.#quotesError !== null) throw this.#quotesError;
  }

  /** Returns an error with the line and column at which a field of a row begins. */
  errorAt(row: number, field: number, problem: string): TextError {
    return new TextError(this.#placeOf(row, field), problem);
  }

  /**
   * Returns the text in a field of a row. The text must be UTF-8, but numbers and comments may be in any encoding that extends
   * ASCII.
   */
  textAt(row: number, field: number): string {
    const text = this.rows[row][field];
    if (this.#isUtf8 || !text.includes(REPLACEMENT)) return text;
    throw this.errorAt(row, field, 'expected a name in UTF-8: save the file as UTF-8');
  }

  /** Returns the number in a field of a row. Throws a TextError if the field has no number. */
  numberAt(row: number, field: number): number {
    const text = this.rows[row][field];
    const number = parseNumber(text);
    if (!Number.isNaN(number)) return number;
    const withPoint = text.replace(',', '.').trim();
    const advice = Number.isNaN(parseNumber(withPoint))
      ? ''
      : `: a decimal comma is not supported, write ${shortened(withPoint)}`;
    throw this.errorAt(row, field, `expected a number, got ${shown(text)}${advice}`);
  }

  /** Throws a TextError unless a row has this many fields. */
  checkWidth(row: number, width: number): void {
    const { length } = this.rows[row];
    if (length === width) return;
    throw this.errorAt(row, Math.min(length, width), `expected ${width} fields${this.#between()}, got ${length}`);
  }

  /** Returns a phrase with the delimiter, for a message about missing fields. Empty if the delimiter is a comma. */
  #between(): string {
    return this.delimiter === ',' ? '' : ` with ${JSON.stringify(this.delimiter)} between them, as in the first row`;
  }

  #parse(text: string): Papa.ParseResult<string[]> {
    const { delimiter } = this;
    return Papa.parse<string[]>(text, { delimiter, newline: '\n', comments: COMMENT, skipEmptyLines: true });
  }

  /** Returns the error for the first line on which quotes open but do not close. Null if there is no such line. */
  #findQuotesError(): TextError | null {
    for (const [index, line] of this.#text.split('\n').entries()) {
      const { errors } = this.#parse(line);
      if (errors.length === 0) continue;
      // Papa Parse reports the place after the opening quotes, counted from 0, which is the place of the quotes counted from 1.
      const place = { line: this.#firstLine + index, column: errors[0].index ?? 1 };
      return new TextError(place, 'expected quotes to open and close around a field, on one line');
    }
    return null;
  }

  #textBefore(line: number): string {
    return this.#text
      .split('\n')
      .slice(0, line - this.#firstLine)
      .join('\n');
  }

  #placeOf(row: number, field: number): Place {
    const lines = this.#text.split('\n');
    let index = 0;
    for (let rowsLeft = row; ; index++) {
      if (this.#parse(lines[index]).data.length > 0 && rowsLeft-- === 0) break;
    }
    return { line: this.#firstLine + index, column: 1 + startOfField(lines[index], field, this.delimiter) };
  }
}

/**
 * Returns the delimiter of a CSV. It is the first of `;`, tab and `,`, in this order, that the first row has outside of quotes. A
 * comma if the row has none of them.
 */
function delimiterOf(text: string): string {
  const first = text.split('\n').find((line) => line !== '' && !line.startsWith(COMMENT)) ?? '';
  // A tab beside a comma, or at an end of the line, is white space and not a delimiter.
  const bare = first
    .replaceAll(/"[^"]*"?/g, '')
    .replaceAll(/\t*,\t*|^\t+|\t+$/g, (space) => (space.includes(',') ? ',' : ''));
  // The comma is tested last: if a row has another delimiter, its commas may be decimal commas, which are rejected later.
  return [';', '\t', ','].find((delimiter) => bare.includes(delimiter)) ?? ',';
}

/** Returns the offset at which a field begins in its line. Returns the length of the line if it has no such field. */
function startOfField(line: string, field: number, delimiter: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (field === 0) return at;
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] === delimiter && !isQuoted) field--;
  }
  return line.length;
}
