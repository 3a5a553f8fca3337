import type { CsvBlock } from '../input/csvBlocks';
import { type FloatBlock, readFloatRows } from '../input/floatRows';
import type { RowNumbers } from '../input/rowKind';
import { RAY_ROW } from './rayRow';
import { readCsvRays } from './readCsvRays';

/** A block of rays or points as it is in a file: whole lines of a CSV, or whole rows of a flat binary file. */
export type RowBlock = CsvBlock | FloatBlock;

/** Returns the rays of a block, up to the first that is invalid. */
export function readRays(block: RowBlock): RowNumbers {
  return 'format' in block ? readFloatRows(block, RAY_ROW) : readCsvRays(block);
}
