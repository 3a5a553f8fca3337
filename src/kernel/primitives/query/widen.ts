import { INVERSE, TRANSLATION } from '../../../primitives/flat/boxLayout';

/** See primitives/query/widen.ts. This widens the min and max on one axis, given the size of the other numbers. */
export function widen(bounds: v128, size: v128, widening: f64): v128 {
  const outward = f64x2.replace_lane(f64x2.splat(widening), 0, -widening);
  return f64x2.add(bounds, f64x2.mul(outward, f64x2.add(size, f64x2.abs(bounds))));
}

/** The size to use for an AABB: the largest coordinate of the ray's origin. */
export function sizeBesideAabb(originX: v128, originY: v128, originZ: v128): v128 {
  return f64x2.max(f64x2.max(f64x2.abs(originX), f64x2.abs(originY)), f64x2.abs(originZ));
}

/**
 * The size to use for the OBB with this record: that of the numbers that make up the local coordinates of the ray's
 * origin.
 */
export function sizeBesideObb(box: usize, originX: v128, originY: v128, originZ: v128): v128 {
  const x = f64x2.add(f64x2.abs(originX), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8)));
  const y = f64x2.add(f64x2.abs(originY), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 8)));
  const z = f64x2.add(f64x2.abs(originZ), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 16)));
  return f64x2.max(f64x2.max(x, y), z);
}

/** What a row of the inverse in this record makes of such a size. */
export function sizeInRow(box: usize, row: usize, size: v128): v128 {
  const at = box + INVERSE * 8 + row * 24;
  const x = f64x2.abs(v128.load64_splat(at));
  const y = f64x2.abs(v128.load64_splat(at, 8));
  const z = f64x2.abs(v128.load64_splat(at, 16));
  return f64x2.mul(f64x2.add(f64x2.add(x, y), z), size);
}
