import { type ColumnNames, type CsvBlock, csvBlocks, readCsvHeader } from '../input/csvBlocks';
import { CsvRows } from '../input/csvRows';
import { type BadRow, TextError } from '../text/errors';

const COLUMNS: ColumnNames[] = ['X', 'Y', 'Z'].map((axis): ColumnNames => [
  axis.toLowerCase(),
  `point${axis}`,
  `p${axis}`,
]);
const FIELDS_WITHOUT_HEADER = [0, 1, 2];

/** Cuts a CSV of points into blocks of lines, which {@link readPoints} reads. */
export function pointBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvBlock> {
  return csvBlocks(chunks, (rows) => readCsvHeader(rows, COLUMNS));
}

/** The points of a block of a CSV, up to the first line that is not a point. */
export interface BlockOfPoints {
  /** 3 numbers for each point: x, y, z. */
  points: Float64Array;
  /** What is wrong with the first line that is not a point. Null if all lines are points. */
  badRow: BadRow | null;
}

export function readPoints(block: CsvBlock): BlockOfPoints {
  const csv = new CsvRows(block, block.delimiter);
  const { fields, width } = block.header ?? { fields: FIELDS_WITHOUT_HEADER, width: 3 };
  const first = block.hasHeader ? 1 : 0;
  const points = new Float64Array(3 * (csv.rows.length - first));
  let at = 0;
  try {
    for (let index = first; index < csv.rows.length; index++, at += 3) {
      csv.checkWidth(index, width);
      for (let i = 0; i < 3; i++) points[at + i] = csv.numberAt(index, fields[i]);
    }
    csv.checkEnd();
    return { points, badRow: null };
  } catch (thrown) {
    if (!(thrown instanceof TextError)) throw thrown;
    return { points: points.subarray(0, at), badRow: { place: thrown.place, problem: thrown.problem } };
  }
}
