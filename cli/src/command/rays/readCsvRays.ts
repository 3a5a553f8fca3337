import {
  type ColumnNames,
  type CsvBlock,
  csvBlocks,
  type CsvForm,
  type CsvHeader,
  readCsvHeader,
} from '../input/csvBlocks';
import { readCsvNumbers } from '../input/csvNumbers';
import type { InputPlace } from '../input/inputPlace';
import type { RowNumbers } from '../input/rowKind';
import { RAY_ROW } from './rayRow';
import { readPlainRays } from './readPlainRays';

const AXES = ['X', 'Y', 'Z'];
const COLUMNS: ColumnNames[] = [
  ...AXES.map((axis): ColumnNames => [`origin${axis}`, `o${axis}`]),
  ...AXES.map((axis): ColumnNames => [`direction${axis}`, `dir${axis}`, `d${axis}`]),
];
const COLUMNS_WITHOUT_HEADER: CsvHeader = { fields: [0, 1, 2, 3, 4, 5], width: 6 };

/** Cuts a CSV of rays into blocks of lines, which {@link readCsvRays} reads. */
export function csvRayBlocks(
  chunks: AsyncIterable<Uint8Array>,
  start?: { place: InputPlace; form: CsvForm },
): AsyncGenerator<CsvBlock> {
  return csvBlocks(chunks, (rows) => readCsvHeader(rows, COLUMNS), start);
}

/** Returns the rays of a block, up to the first line that is not a ray. */
export function readCsvRays(block: CsvBlock): RowNumbers {
  const columns = block.header ?? COLUMNS_WITHOUT_HEADER;
  const rays = readPlainRays(block, columns);
  return rays === null ? readCsvNumbers(block, columns, RAY_ROW) : { numbers: rays, badRow: null };
}
