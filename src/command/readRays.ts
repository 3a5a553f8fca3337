import { type CsvBlock, csvBlocks } from './csvBlocks';
import { readCsvHeader } from './csvHeader';
import { CsvRows } from './csvRows';

const COLUMNS = ['originX', 'originY', 'originZ', 'directionX', 'directionY', 'directionZ'];
const IN_ORDER = [0, 1, 2, 3, 4, 5];

/** A CSV of rays, in blocks for {@link readRays}. */
export function rayBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvBlock> {
  return csvBlocks(pieces, (rows) => readCsvHeader(rows, COLUMNS));
}

/**
 * The rays of a block, 6 numbers each: origin x y z, direction x y z.
 *
 * @throws TextError where a line is no ray.
 */
export function readRays(block: CsvBlock): Float64Array {
  const csv = new CsvRows(block);
  const { fields, width } = block.header ?? { fields: IN_ORDER, width: 6 };
  const first = block.hasHeader ? 1 : 0;
  const rays = new Float64Array(6 * (csv.rows.length - first));
  for (let index = first, at = 0; index < csv.rows.length; index++, at += 6) {
    csv.checkWidth(index, width);
    for (let i = 0; i < 6; i++) rays[at + i] = csv.numberAt(index, fields[i]);
    if (rays[at + 3] === 0 && rays[at + 4] === 0 && rays[at + 5] === 0) {
      throw csv.errorAt(index, fields[3], 'expected the direction that the ray goes in, got 0,0,0');
    }
  }
  return rays;
}
