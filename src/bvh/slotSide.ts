import { aabbSide, type Side } from '../primitives/planeSide';
import { CONTENT, IN_SLOT, KIND_SHIFT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from './nodeLayout';
import { CONSTANT, MARGIN, RELATIVE_CONSTANT } from './planeBounds';
import type { Tree } from './tree';

/** The side that all boxes below a slot lie on, or 0 where its bounds do not tell. */
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
  // Not a number where an unbounded box meets a zero: then neither comparison holds.
  const lowest = (x > 0 ? minX : maxX) + (y > 0 ? minY : maxY) + (z > 0 ? minZ : maxZ) + constant;
  if (lowest > margin) return 1;
  const highest = (x > 0 ? maxX : minX) + (y > 0 ? maxY : minY) + (z > 0 ? maxZ : minZ) + constant;
  return highest < -margin ? -1 : 0;
}

/** The side that the box in a slot lies on, by the exact test. */
export function boxSide(tree: Tree, slot: number, planes: Float64Array, at: number): Side {
  const { float32, int32 } = tree.nodes;
  const place = int32[slot + CONTENT];
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const constant = planes[at + CONSTANT];
  if (place >>> KIND_SHIFT !== IN_SLOT) return tree.leaves.side(place, x, y, z, constant);
  const { origin } = tree;
  return aabbSide(
    float32[slot + MIN_X] + origin[0],
    float32[slot + MIN_Y] + origin[1],
    float32[slot + MIN_Z] + origin[2],
    float32[slot + MAX_X] + origin[0],
    float32[slot + MAX_Y] + origin[1],
    float32[slot + MAX_Z] + origin[2],
    x,
    y,
    z,
    constant,
  );
}
