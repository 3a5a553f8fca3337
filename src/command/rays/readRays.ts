import type { CsvBlock } from '../input/csvBlocks';
import type { BlockOfRays } from './blockOfRays';
import { readCsvRays } from './readCsvRays';
import { type FloatBlock, readFloatRays } from './readFloatRays';

/** A block of rays as it is in a file: whole lines of a CSV, or whole rays of a flat binary file. */
export type RayBlock = CsvBlock | FloatBlock;

export function readRays(block: RayBlock): BlockOfRays {
  return 'format' in block ? readFloatRays(block) : readCsvRays(block);
}
