import type { CsvRows } from './csvRows';
import { parseNumber } from './parseNumber';

/** The names of a CSV's columns, in its first row. */
export interface CsvHeader {
  /** Which field holds each of the numbers that are asked for; -1 where there is no such column. */
  fields: number[];
  /** How many fields a row has. */
  width: number;
}

/**
 * Reads the first row as names of columns, in any order and among others: case, spaces and signs do not count.
 *
 * @param required names that must be there, and come first among the fields of the answer.
 * @param optional names that are there all or not at all.
 * @returns null where the row is data: where a field is a number.
 */
export function readCsvHeader(
  rows: CsvRows,
  required: readonly string[],
  optional: readonly (readonly string[])[] = [],
): CsvHeader | null {
  const [row] = rows.rows;
  if (row.some((field) => !Number.isNaN(parseNumber(field)))) return null;
  const given = row.map(plain);
  const fieldOf = (name: string) => given.indexOf(plain(name));
  const hasSome = (names: readonly string[]) => names.some((name) => fieldOf(name) >= 0);
  for (const names of [required, ...optional.filter(hasSome)]) {
    const missing = names.find((name) => fieldOf(name) < 0);
    if (missing === undefined) continue;
    throw rows.errorAt(0, 0, `expected numbers, or a header with ${names.join(', ')}: there is no ${missing}`);
  }
  return { fields: [...required, ...optional.flat()].map(fieldOf), width: row.length };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
