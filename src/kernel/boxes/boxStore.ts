import { AABB_32, AABB_64, INDEX_MASK, KIND_SHIFT } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { aabb32, aabb64, globalIds, hasInstances, meshes, obbs, places } from '../memory/boundScene';

/**
 * Returns the place (kind and record index) of the box with an id, or 0 for an unused id: see bvh/boxes/boxStore.ts.
 */
export function placeOf(id: i32): u32 {
  return load<u32>(places + (<usize>id << 2));
}

export function kindOf(place: u32): i32 {
  return place >>> KIND_SHIFT;
}

export function indexOf(place: u32): u32 {
  return place & INDEX_MASK;
}

/** Returns the address of a box's record, given the box's place, which is its kind and the index of its record. */
export function recordAt(place: u32): usize {
  const index = <usize>indexOf(place);
  const kind = kindOf(place);
  if (kind == AABB_32) return aabb32 + index * (AABB_STRIDE * 4);
  return kind == AABB_64 ? aabb64 + index * (AABB_STRIDE * 8) : obbs + index * (OBB_STRIDE * 8);
}

/**
 * Returns whether box `id` comes before box `other` at an equal distance: whether the global id of `id` is smaller.
 * Every box comes before NO_HIT.
 */
export function comesBefore(id: i32, other: i32): bool {
  // Compared as an unsigned integer, NO_HIT (-1) is greater than every id.
  if (globalIds == 0 || other < 0) return <u32>id < <u32>other;
  return load<f64>(globalIds + (<usize>id << 3)) < load<f64>(globalIds + (<usize>other << 3));
}

/** Returns whether two ids have equal boxes, bit for bit, and place the same mesh if they are instances. */
export function areSame(id: i32, otherId: i32): bool {
  const place = placeOf(id);
  const other = placeOf(otherId);
  const kind = kindOf(place);
  if (place == 0 || kind != kindOf(other)) return false;
  if (hasInstances && meshOf(id) != meshOf(otherId)) return false;
  const bytes = kind == AABB_32 ? AABB_STRIDE * 4 : kind == AABB_64 ? AABB_STRIDE * 8 : OBB_STRIDE * 8;
  return memory.compare(recordAt(place), recordAt(other), bytes) == 0;
}

function meshOf(id: i32): u32 {
  return load<u32>(meshes + (<usize>id << 2));
}
