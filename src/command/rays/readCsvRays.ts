import {
  type ColumnNames,
  type CsvBlock,
  csvBlocks,
  type CsvForm,
  type CsvHeader,
  readCsvHeader,
} from '../input/csvBlocks';
import { CsvRows } from '../input/csvRows';
import type { InputPlace } from '../input/inputPlace';
import { TextError } from '../text/errors';
import { readPlainRays } from './readPlainRays';
import type { BlockOfRays } from './blockOfRays';

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
export function readCsvRays(block: CsvBlock): BlockOfRays {
  const columns = block.header ?? COLUMNS_WITHOUT_HEADER;
  const rays = readPlainRays(block, columns);
  return rays === null ? readRowsOfRays(block, columns) : { rays, badRow: null };
}

/** Returns rays as {@link readCsvRays} does, from any block of a CSV. */
export function readRowsOfRays(block: CsvBlock, { fields, width }: CsvHeader): BlockOfRays {
  const csv = new CsvRows(block, block.delimiter);
  const first = block.hasHeader ? 1 : 0;
  const rays = new Float64Array(6 * (csv.rows.length - first));
  let at = 0;
  try {
    for (let index = first; index < csv.rows.length; index++, at += 6) {
      csv.checkWidth(index, width);
      for (let i = 0; i < 6; i++) rays[at + i] = csv.numberAt(index, fields[i]);
      if (rays[at + 3] === 0 && rays[at + 4] === 0 && rays[at + 5] === 0) {
        throw csv.errorAt(index, fields[3], 'expected a direction that is not zero, got 0,0,0');
      }
    }
    csv.checkEnd();
    return { rays, badRow: null };
  } catch (thrown) {
    if (!(thrown instanceof TextError)) throw thrown;
    return { rays: rays.subarray(0, at), badRow: { place: thrown.place, problem: thrown.problem } };
  }
}
