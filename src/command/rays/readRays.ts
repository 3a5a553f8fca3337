import type { CsvBlock } from '../input/csvBlocks';
import { BinaryError, type Place, TextError } from '../text/errors';
import { readCsvRays } from './readCsvRays';
import { type FloatBlock, readFloatRays } from './readFloatRays';

/** A block of rays as it is in a file: whole lines of a CSV, or whole rays of a flat binary file. */
export type RayBlock = CsvBlock | FloatBlock;

/** The rays of a block, up to the first that is invalid. */
export interface BlockOfRays {
  /** 6 numbers for each ray: origin x y z, direction x y z. */
  rays: Float64Array<ArrayBuffer>;
  /** What is wrong with the first invalid ray. Null if all rays of the block are valid. */
  badRay: BadRay | null;
}

/** What is wrong with a ray. It has only plain values, as messages between threads have no classes. */
export interface BadRay {
  /** The place of the ray in a CSV. Null in a flat binary file. */
  place: Place | null;
  problem: string;
}

export function readRays(block: RayBlock): BlockOfRays {
  return 'format' in block ? readFloatRays(block) : readCsvRays(block);
}

/** Returns the error that reports an invalid ray. */
export function errorOf({ place, problem }: BadRay): TextError | BinaryError {
  return place === null ? new BinaryError(problem) : new TextError(place, problem);
}
