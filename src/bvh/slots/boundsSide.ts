import type { Side } from '../../primitives/query/planeSide';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import { MARGIN, RELATIVE_CONSTANT } from '../margins/planeMargin';

/** Returns the side of a plane that all boxes below a slot are on, or 0 if the slot's bounds do not decide it. */
export function boundsSide(float32: Float32Array, slot: number, planes: Float64Array, at: number): Side {
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const constant = planes[at + RELATIVE_CONSTANT];
  const margin = planes[at + MARGIN];
  const minX = x * float32[slot + MIN_X];
  const maxX = x * float32[slot + MAX_X];
  const minY = y * float32[slot + MIN_Y];
  const maxY = y * float32[slot + MAX_Y];
  const minZ = z * float32[slot + MIN_Z];
  const maxZ = z * float32[slot + MAX_Z];
  // An infinite bound times a normal of 0 is NaN, which makes the sum NaN and its comparison with the margin false.
  const lowest = (x > 0 ? minX : maxX) + (y > 0 ? minY : maxY) + (z > 0 ? minZ : maxZ) + constant;
  if (lowest > margin) return 1;
  const highest = (x > 0 ? maxX : minX) + (y > 0 ? maxY : minY) + (z > 0 ? maxZ : minZ) + constant;
  return highest < -margin ? -1 : 0;
}
