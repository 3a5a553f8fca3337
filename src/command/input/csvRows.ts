import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import { type Place, TextError } from '../text/errors';
import type { LineBlock } from './lineBlocks';
import { parseNumber } from '../text/parseNumber';
import { abridged, shown } from '../text/showText';

const BYTE_ORDER_MARK = '\ufeff';
const COMMENT = '#';
/** Byte order marks of UTF-16, which spreadsheets write. */
const UTF_16_MARKS = ['fffe', 'feff'];
/** What stands in a text for bytes that are not UTF-8, or for itself. */
const REPLACEMENT = '\ufffd';

/** The rows of a block of CSV, a line each; blank lines and those that begin with # are left out. */
export class CsvRows {
  /** Up to the first line whose quotes are not closed there, if there is one: see {@link checkEnd}. */
  readonly rows: string[][];
  /** What parts the fields: a comma, a semicolon or a tab. */
  readonly delimiter: string;
  readonly #text: string;
  readonly #isUtf8: boolean;
  readonly #firstLine: number;
  readonly #quotesError: TextError | null;

  /** @param delimiter that of the block before; where there is none, the first row tells. */
  constructor({ bytes, firstLine }: LineBlock, delimiter?: string) {
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

  /** @throws TextError where the rows end before the block does, at quotes that are not closed on their line. */
  checkEnd(): void {
    if (this.#quotesError !== null) throw this.#quotesError;
  }

  /** An error about a field of a row. */
  errorAt(row: number, field: number, problem: string): TextError {
    return new TextError(this.#placeOf(row, field), problem);
  }

  /** The text in a field of a row, where it must be right: numbers and comments may be in any encoding that has ASCII. */
  textAt(row: number, field: number): string {
    const text = this.rows[row][field];
    if (this.#isUtf8 || !text.includes(REPLACEMENT)) return text;
    throw this.errorAt(row, field, 'expected a name in UTF-8: save the file as UTF-8');
  }

  /** The number in a field of a row. */
  numberAt(row: number, field: number): number {
    const text = this.rows[row][field];
    const number = parseNumber(text);
    if (!Number.isNaN(number)) return number;
    const withPoint = text.replace(',', '.').trim();
    const advice = Number.isNaN(parseNumber(withPoint))
      ? ''
      : `: a decimal comma is not read, write ${abridged(withPoint)}`;
    throw this.errorAt(row, field, `expected a number, got ${shown(text)}${advice}`);
  }

  /** Throws unless a row has as many fields as there are columns. */
  checkWidth(row: number, width: number): void {
    const { length } = this.rows[row];
    if (length === width) return;
    throw this.errorAt(row, Math.min(length, width), `expected ${width} fields${this.#parting()}, got ${length}`);
  }

  /** What parts the fields, for a message, where that is not a comma. */
  #parting(): string {
    return this.delimiter === ',' ? '' : ` with ${JSON.stringify(this.delimiter)} between them, as in the first row`;
  }

  #parse(text: string): Papa.ParseResult<string[]> {
    const { delimiter } = this;
    return Papa.parse<string[]>(text, { delimiter, newline: '\n', comments: COMMENT, skipEmptyLines: true });
  }

  /** Each line alone must be a row as well: otherwise quotes go on over a line's end. */
  #findQuotesError(): TextError | null {
    for (const [index, line] of this.#text.split('\n').entries()) {
      const { errors } = this.#parse(line);
      if (errors.length === 0) continue;
      // Papa Parse tells the place behind the quotes that open, from 0.
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

/** What parts the fields of the first row: what is in quotes does not count, and what is not there parts nothing. */
function delimiterOf(text: string): string {
  const first = text.split('\n').find((line) => line !== '' && !line.startsWith(COMMENT)) ?? '';
  // A tab beside a comma, or at an end, is space.
  const bare = first
    .replaceAll(/"[^"]*"?/g, '')
    .replaceAll(/\t*,\t*|^\t+|\t+$/g, (space) => (space.includes(',') ? ',' : ''));
  // A comma may be in a number, but not in the numbers that are read here: so it comes last.
  return [';', '\t', ','].find((delimiter) => bare.includes(delimiter)) ?? ',';
}

/** Where a field begins in its line; the line's length where it has none. */
function startOfField(line: string, field: number, delimiter: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (field === 0) return at;
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] === delimiter && !isQuoted) field--;
  }
  return line.length;
}
