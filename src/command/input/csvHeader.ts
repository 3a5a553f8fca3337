import { parseNumber } from '../text/parseNumber';
import { shown } from '../text/showText';
import type { CsvRows } from './csvRows';

/** Where the columns of a CSV are, read from the names in its first row. */
export interface CsvHeader {
  /** The field of each column that was asked for. -1 if the file lacks the column. */
  fields: number[];
  /** The number of fields in a row. */
  width: number;
}

/** The names that a column may have. Messages use the first one. Case, spaces and punctuation do not count. */
export type ColumnNames = readonly [string, ...string[]];

/**
 * Reads the first row as names of columns. They may come in any order, with other columns among them.
 *
 * @param required columns that must be there. They come first in {@link CsvHeader.fields}.
 * @param optional groups of columns. Of each group, all columns must be there, or none.
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

/** The field of the first row that has one of a column's names. -1 if none has. */
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
