import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../../bvh/layout/nodeLayout';

/**
 * The layout of a ray that is prepared in memory for tests against the bounds of nodes (see slots/raySlots.ts): byte
 * offsets of its vectors. Each lane is an axis. A walk that keeps its ray in registers uses the same names.
 *
 * A bound times the inverse, plus the start, is the t at which the ray crosses the bound, in float32. Near bounds have
 * other starts than far bounds: rayMargin.ts derives them.
 */
export const NEAR_STARTS: usize = 0;
export const FAR_STARTS: usize = 16;
export const INVERSES: usize = 32;
/** The byte offsets, in a node, of the bounds that the ray crosses first on each axis: see {@link nearBounds}. */
export const NEAR_BOUNDS: usize = 48;
export const SLAB_RAY_BYTES: i32 = 64;

/** On each axis, this less the byte offset of the near bounds in a node is the byte offset of the far bounds. */
export const BOTH_X: usize = (MIN_X + MAX_X) * 4;
export const BOTH_Y: usize = (MIN_Y + MAX_Y) * 4;
export const BOTH_Z: usize = (MIN_Z + MAX_Z) * 4;

/**
 * Writes a ray for tests against the bounds of nodes.
 *
 * @param towards how far the near planes are moved, with the signs of the ray's direction. The far planes are moved as
 *   far back.
 */
export function writeSlabRay(ray: usize, origins: v128, towards: v128, inverses: v128): void {
  const negatives = f32x4.neg(inverses);
  v128.store(ray, f32x4.mul(f32x4.add(origins, towards), negatives), NEAR_STARTS);
  v128.store(ray, f32x4.mul(f32x4.sub(origins, towards), negatives), FAR_STARTS);
  v128.store(ray, inverses, INVERSES);
  v128.store(ray, nearBounds(i32x4.shr_s(towards, 31)), NEAR_BOUNDS);
}

/** Returns, for each axis, the byte offset of the bounds that a ray crosses first: the greatest bounds if it descends. */
export function nearBounds(isDescent: v128): v128 {
  const mins = i32x4(MIN_X * 4, MIN_Y * 4, MIN_Z * 4, 0);
  const maxs = i32x4(MAX_X * 4, MAX_Y * 4, MAX_Z * 4, 0);
  return v128.bitselect(maxs, mins, isDescent);
}
