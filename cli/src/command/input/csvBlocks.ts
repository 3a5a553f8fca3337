import { CsvRows } from './csvRows';
import type { InputPlace } from './inputPlace';
import { type LineBlock, lineBlocks } from './lineBlocks';
import { parseNumber } from '../text/parseNumber';
import { shown } from '../text/showText';

/** The columns of a CSV, and the character between them. */
export interface CsvForm {
  /** The columns that the file's header names. Null if the file has no header. */
  header: CsvHeader | null;
  /** The character between the fields of a row. */
  delimiter: string;
}

/** A block of whole lines of a CSV that can be read without the blocks before it. */
export interface CsvBlock extends LineBlock, CsvForm {
  /** Whether the first row of the block is the header. */
  hasHeader: boolean;
}

/**
 * Cuts the chunks of a CSV into blocks of lines. Each block comes with the header of the file.
 *
 * @param readHeader reads the first row. It returns null if that row is data.
 * @param start where the chunks begin, if this is not the start of the CSV, and the form of the lines before.
 */
export async function* csvBlocks(
  chunks: AsyncIterable<Uint8Array>,
  readHeader: (rows: CsvRows) => CsvHeader | null,
  start?: { place: InputPlace; form: CsvForm },
): AsyncGenerator<CsvBlock> {
  let form = start?.form;
  for await (const block of lineBlocks(chunks, start?.place)) {
    const isFirst = form === undefined;
    if (form === undefined) {
      const rows = new CsvRows(block);
      if (rows.rows.length === 0) {
        rows.checkEnd();
        continue;
      }
      form = { header: readHeader(rows), delimiter: rows.delimiter };
    }
    yield { ...block, ...form, hasHeader: isFirst && form.header !== null };
  }
}

/** The columns of a CSV, from the names in its first row. */
export interface CsvHeader {
  /** For each wanted column, the number of its field in a row. -1 if the file lacks the column. */
  fields: number[];
  /** The number of fields in a row of the CSV. */
  width: number;
}

/** The names that a column of a CSV may have. Messages use the first name. Case, spaces and punctuation are ignored. */
export type ColumnNames = readonly [string, ...string[]];

/**
 * Reads the first row of a CSV as names of columns. The columns may be in any order, with other columns among them.
 *
 * @param required columns that must be in the file. They are first in {@link CsvHeader.fields}.
 * @param optional groups of columns. Of each group, all columns must be in the file, or none.
 * @returns null if the row is data: it has a number, and none of the names.
 */
export function readCsvHeader(
  rows: CsvRows,
  required: readonly ColumnNames[],
  optional: readonly (readonly ColumnNames[])[] = [],
): CsvHeader | null {
  const [row] = rows.rows;
  const columns = [...required, ...optional.flat()];
  const fields = columns.map((names) => fieldOf(names, rows));
  if (fields.every((field) => field < 0) && row.some((field) => !Number.isNaN(parseNumber(field)))) return null;
  const isThere = (names: ColumnNames) => fields[columns.indexOf(names)] >= 0;
  for (const group of [required, ...optional.filter((names) => names.some(isThere))]) {
    const missing = group.find((names) => !isThere(names));
    if (missing === undefined) continue;
    const wanted = group.map(([name]) => name).join(', ');
    throw rows.errorAt(0, 0, `expected numbers, or a header with ${wanted}: ${missing[0]} is missing`);
  }
  return { fields, width: row.length };
}

/** Returns the number of the field in the first row that has one of the names of a column. -1 if there is none. */
function fieldOf(names: ColumnNames, rows: CsvRows): number {
  const [row] = rows.rows;
  const wanted = names.map(plain);
  const found = row.flatMap((given, at) => (wanted.includes(plain(given)) ? [at] : []));
  if (found.length === 0) return -1;
  if (found.length === 1) return found[0];
  const [one, other] = found.map((at) => shown(row[at].trim()));
  throw rows.errorAt(0, found[1], `expected one column ${names[0]}, got two: ${one} and ${other}`);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
