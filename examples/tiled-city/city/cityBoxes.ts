import { BLOCK_BOXES } from './cityBlock';
import { makeBlock } from './makeBlock';

/** The first boxes of the city, in the order of their ids, block by block: six numbers a box. */
export function* cityBoxes(count: number): Generator<Float64Array> {
  for (let first = 0; first < count; first += BLOCK_BOXES) {
    yield makeBlock(first / BLOCK_BOXES).boxes.subarray(0, 6 * Math.min(BLOCK_BOXES, count - first));
  }
}
