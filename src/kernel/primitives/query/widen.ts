import { INVERSE, TRANSLATION } from '../../../primitives/flat/boxLayout';

/**
 * Widens the min and max of a box on an axis by RAY's WIDENING: see primitives/query/widen.ts. `size` is how large the
 * ray's numbers are.
 */
export function widen(bounds: v128, size: v128, widening: f64): v128 {
  const outward = f64x2.replace_lane(f64x2.splat(widening), 0, -widening);
  return f64x2.add(bounds, f64x2.mul(outward, f64x2.add(size, f64x2.abs(bounds))));
}

/** Returns the `size` that {@link widen} needs for an AABB: the largest coordinate of the ray's origin. */
export function sizeBesideAabb(originX: v128, originY: v128, originZ: v128): v128 {
  return f64x2.max(f64x2.max(f64x2.abs(originX), f64x2.abs(originY)), f64x2.abs(originZ));
}

/** Returns the size of the ray's numbers beside an OBB: the largest |origin| + |translation| of an axis. */
export function sizeBesideObb(box: usize, originX: v128, originY: v128, originZ: v128): v128 {
  const x = f64x2.add(f64x2.abs(originX), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8)));
  const y = f64x2.add(f64x2.abs(originY), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 8)));
  const z = f64x2.add(f64x2.abs(originZ), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 16)));
  return f64x2.max(f64x2.max(x, y), z);
}

/**
 * Returns the `size` that {@link widen} needs for an axis of an OBB: how large a dot product with a row of the OBB's
 * inverse may be, given the size from {@link sizeBesideObb}.
 */
export function sizeInRow(box: usize, row: usize, size: v128): v128 {
  const at = box + INVERSE * 8 + row * 24;
  const x = f64x2.abs(v128.load64_splat(at));
  const y = f64x2.abs(v128.load64_splat(at, 8));
  const z = f64x2.abs(v128.load64_splat(at, 16));
  return f64x2.mul(f64x2.add(f64x2.add(x, y), z), size);
}
