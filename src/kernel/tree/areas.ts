import { CHILD, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../../bvh/layout/nodeLayout';
import { addressOfNode, usedSlots } from './nodes';

/**
 * Returns the sum of half the surface areas of the child nodes of some nodes, and of their boxes if `withBoxes`: see
 * bvh/tree/areas.ts.
 */
export function sumAreas(first: i32, end: i32, withBoxes: bool): f64 {
  let areas: f64 = 0;
  for (let node = first; node < end; node++) {
    let slotAt = addressOfNode(node);
    for (let used = usedSlots(node); used > 0; used--) {
      if (withBoxes || load<i32>(slotAt, CHILD * 4) >= 0) areas += areaOfSlot(slotAt);
      slotAt += 4;
    }
  }
  return areas;
}

/** Returns half the surface area of a slot's bounds. */
export function areaOfSlot(slotAt: usize): f64 {
  return halfArea(
    <f64>load<f32>(slotAt, MAX_X * 4) - <f64>load<f32>(slotAt, MIN_X * 4),
    <f64>load<f32>(slotAt, MAX_Y * 4) - <f64>load<f32>(slotAt, MIN_Y * 4),
    <f64>load<f32>(slotAt, MAX_Z * 4) - <f64>load<f32>(slotAt, MIN_Z * 4),
  );
}

/** Larger extents of a box are clamped to this number, which keeps the surface areas of unbounded boxes finite. */
export const LARGEST_EXTENT: f64 = 1e100;

/** Returns half the surface area of a box, given its extents: see bvh/tree/areas.ts. */
export function halfArea(x: f64, y: f64, z: f64): f64 {
  const width = min(x, LARGEST_EXTENT);
  const height = min(y, LARGEST_EXTENT);
  const depth = min(z, LARGEST_EXTENT);
  return width * height + height * depth + depth * width;
}
