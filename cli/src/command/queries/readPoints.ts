import { type ColumnNames, type CsvBlock, csvBlocks, type CsvHeader, readCsvHeader } from '../input/csvBlocks';
import { readCsvNumbers } from '../input/csvNumbers';
import { type FloatBlock, floatBlocks, readFloatRows } from '../input/floatRows';
import type { RowKind, RowNumbers } from '../input/rowKind';
import type { RayFormat } from '../rays/rayFormat';

/** A point: x y z. */
const POINT_ROW: RowKind = { name: 'point', columns: ['x', 'y', 'z'], problemOf: () => null, problemColumn: 0 };

const COLUMNS = ['X', 'Y', 'Z'].map((axis): ColumnNames => [axis.toLowerCase(), `point${axis}`, `p${axis}`]);
const COLUMNS_WITHOUT_HEADER: CsvHeader = { fields: [0, 1, 2], width: 3 };

/** Cuts a file of points into blocks, which {@link readPoints} reads. */
export function pointBlocks(
  chunks: AsyncIterable<Uint8Array>,
  format: RayFormat,
): AsyncGenerator<CsvBlock | FloatBlock> {
  if (format !== 'csv') return floatBlocks(chunks, format, POINT_ROW);
  return csvBlocks(chunks, (rows) => readCsvHeader(rows, COLUMNS));
}

/** Returns the points of a block, up to the first that is invalid. */
export function readPoints(block: CsvBlock | FloatBlock): RowNumbers {
  if ('format' in block) return readFloatRows(block, POINT_ROW);
  return readCsvNumbers(block, block.header ?? COLUMNS_WITHOUT_HEADER, POINT_ROW);
}
