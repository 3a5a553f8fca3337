import Papa from 'papaparse';
import type { LineBlock } from './lineBlocks';
import { parseNumber } from './parseNumber';
import { type Place, TextError } from './errors';

const BYTE_ORDER_MARK = '\ufeff';

/** The rows of a block of CSV, a line each; blank lines and those that begin with # are left out. */
export class CsvRows {
  /** Up to the first line whose quotes are not closed there, if there is one: see {@link checkEnd}. */
  readonly rows: string[][];
  readonly #text: string;
  readonly #firstLine: number;
  readonly #quotesError: TextError | null;

  constructor({ bytes, firstLine }: LineBlock) {
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      .toString()
      .replaceAll(/\r(?=\n|$)/g, '');
    if (firstLine === 1 && this.#text.startsWith(BYTE_ORDER_MARK)) this.#text = this.#text.slice(1);
    this.#firstLine = firstLine;
    this.#quotesError = this.#text.includes('"') ? this.#findQuotesError() : null;
    this.rows = parse(this.#quotesError === null ? this.#text : this.#textBefore(this.#quotesError.place.line)).data;
  }

  /** @throws TextError where the rows end before the block does, at quotes that are not closed on their line. */
  checkEnd(): void {
    if (this.#quotesError !== null) throw this.#quotesError;
  }

  /** An error about a field of a row. */
  errorAt(row: number, field: number, problem: string): TextError {
    return new TextError(this.#placeOf(row, field), problem);
  }

  /** The number in a field of a row. */
  numberAt(row: number, field: number): number {
    const text = this.rows[row][field];
    const number = parseNumber(text);
    if (Number.isNaN(number)) throw this.errorAt(row, field, `expected a number, got ${JSON.stringify(text)}`);
    return number;
  }

  /** Throws unless a row has as many fields as there are columns. */
  checkWidth(row: number, width: number): void {
    const { length } = this.rows[row];
    if (length === width) return;
    throw this.errorAt(row, Math.min(length, width), `expected ${width} fields, got ${length}`);
  }

  /** Each line alone must be a row as well: otherwise quotes go on over a line's end. */
  #findQuotesError(): TextError | null {
    for (const [index, line] of this.#text.split('\n').entries()) {
      const { errors } = parse(line);
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
      if (parse(lines[index]).data.length > 0 && rowsLeft-- === 0) break;
    }
    return { line: this.#firstLine + index, column: 1 + startOfField(lines[index], field) };
  }
}

function parse(text: string): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter: ',', newline: '\n', comments: '#', skipEmptyLines: true });
}

/** Where a field begins in its line; the line's length where it has none. */
function startOfField(line: string, field: number): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (field === 0) return at;
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] === ',' && !isQuoted) field--;
  }
  return line.length;
}
