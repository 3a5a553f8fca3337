import { TextError } from '../text/errors';
import type { CsvBlock, CsvHeader } from './csvBlocks';
import { CsvRows } from './csvRows';
import type { RowKind, RowNumbers } from './rowKind';

/**
 * Returns the rows of a block of a CSV, up to the first that is invalid.
 *
 * @param columns the fields that have the numbers of a row, and the number of all fields.
 */
export function readCsvNumbers(
  block: CsvBlock,
  { fields, width }: CsvHeader,
  { problemOf, problemColumn }: RowKind,
): RowNumbers {
  const csv = new CsvRows(block, block.delimiter);
  const first = block.hasHeader ? 1 : 0;
  const numbers = new Float64Array(fields.length * (csv.rows.length - first));
  let at = 0;
  try {
    for (let index = first; index < csv.rows.length; index++, at += fields.length) {
      csv.checkWidth(index, width);
      fields.forEach((field, i) => (numbers[at + i] = csv.numberAt(index, field)));
      const problem = problemOf(numbers, at);
      if (problem !== null) throw csv.errorAt(index, fields[problemColumn], problem);
    }
    csv.checkEnd();
    return { numbers, badRow: null };
  } catch (thrown) {
    if (!(thrown instanceof TextError)) throw thrown;
    return { numbers: numbers.subarray(0, at), badRow: { place: thrown.place, problem: thrown.problem } };
  }
}
