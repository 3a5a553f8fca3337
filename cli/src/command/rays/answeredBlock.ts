import type { InputPlace } from '../input/inputPlace';

/** The answers to a block of rays, ready to be written. */
export interface AnsweredBlock {
  bytes: Uint8Array;
  rayCount: number;
  /** Where the rays continue after the block. */
  end: InputPlace;
}
