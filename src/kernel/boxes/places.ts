import { AABB_32, AABB_64, INDEX_MASK, KIND_SHIFT } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { aabb32, aabb64, obbs, places } from '../memory/boundScene';

/** Where a box is stored: see bvh/layout/nodeLayout.ts. */
export function placeOf(id: i32): u32 {
  return load<u32>(places + (<usize>id << 2));
}

export function kindOf(place: u32): i32 {
  return place >>> KIND_SHIFT;
}

export function indexOf(place: u32): u32 {
  return place & INDEX_MASK;
}

/** The address of the record at a place. */
export function recordAt(place: u32): usize {
  const index = <usize>indexOf(place);
  const kind = kindOf(place);
  if (kind == AABB_32) return aabb32 + index * (AABB_STRIDE * 4);
  return kind == AABB_64 ? aabb64 + index * (AABB_STRIDE * 8) : obbs + index * (OBB_STRIDE * 8);
}
