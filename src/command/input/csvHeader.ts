import type { CsvRows } from './csvRows';
import { parseNumber } from '../text/parseNumber';
import { shown } from '../text/showText';

/** The columns of a CSV by their names, in its first row. */
export interface CsvHeader {
  /** Which field holds each of the columns that are asked for; -1 where there is no such column. */
  fields: number[];
  /** How many fields a row has. */
  width: number;
}

/** What a column may be called; messages call it by the first of these. Case, spaces and signs do not count. */
export type ColumnNames = readonly [string, ...string[]];

/**
 * Reads the first row as names of columns, in any order and among others.
 *
 * @param required columns that must be there, and come first among the fields of the answer.
 * @param optional columns that are there all or not at all.
 * @returns null where the row is data: where it has a number, and none of the names.
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
    throw rows.errorAt(0, 0, `expected numbers, or a header with ${wanted}: there is no ${missing[0]}`);
  }
  return { fields, width: row.length };
}

/** Which field of the first row has one of a column's names, -1 where none has. */
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
