import type { BadRow } from '../text/errors';

/** The rays of a block, up to the first that is invalid. */
export interface BlockOfRays {
  /** 6 numbers for each ray: origin x y z, direction x y z. */
  rays: Float64Array<ArrayBuffer>;
  /** What is wrong with the first invalid ray. Null if all rays of the block are valid. */
  badRow: BadRow | null;
}
