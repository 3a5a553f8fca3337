import { BLUR, POINT } from '../margins/meshMargin';
import { multiplyAdd } from '../lanes';
import { order, shearXY } from '../primitives/flat/shear';

/**
 * For the float32 test of triangles ({@link mayHit}): the point P near the ray, the negative shear along the ray's own
 * axes, and the two parts of the margin.
 */
let pointX: v128 = i64x2(0, 0);
let pointY: v128 = i64x2(0, 0);
let pointZ: v128 = i64x2(0, 0);
let shearX: v128 = i64x2(0, 0);
let shearY: v128 = i64x2(0, 0);
let slope: v128 = i64x2(0, 0);
let base: v128 = i64x2(0, 0);

/**
 * Prepares {@link mayHit}, the float32 test of triangles, for a ray in a mesh. prepareShear must have prepared the ray
 * last.
 */
export function prepareSlots(ray: usize): void {
  const point = i8x16.swizzle(v128.load(ray, POINT), order);
  pointX = v128.shuffle<i32>(point, point, 0, 0, 0, 0);
  pointY = v128.shuffle<i32>(point, point, 1, 1, 1, 1);
  pointZ = v128.shuffle<i32>(point, point, 2, 2, 2, 2);
  const shears = f32x4.neg(f32x4.demote_f64x2_zero(shearXY));
  shearX = v128.shuffle<i32>(shears, shears, 0, 0, 0, 0);
  shearY = v128.shuffle<i32>(shears, shears, 1, 1, 1, 1);
  const blur = load<f32>(ray, BLUR);
  slope = f32x4.splat(8 * blur);
  base = f32x4.splat(8 * blur * blur + <f32>(2 ** -120));
}

/**
 * Returns, as bits, which of four triangles with float32 corners the prepared ray may hit. The exact test would miss the
 * other triangles.
 *
 * This is the beginning of the exact test (see triangleHit.ts) in float32, for four triangles at once: the exact test
 * misses if two edge functions have different signs. In float32, both must also be farther from 0 than a margin.
 *
 * Corners are sheared as in triangleHit.ts, but relative to P, which is the ray's point o' in the bounds of the mesh
 * (see prepareMeshRay), rounded to float32. With ε = 2^-24, u = 2^-53, ℓ the mesh's largest coordinate, R the largest
 * distance of o' from the mesh's origin on an axis + the largest extent, and S = the ray's largest |origin| + ℓ, x and
 * y of a corner differ from those in the exact test by less than β = 12εR + 4εℓ + 32uS:
 * - The corner less P is at most R, apart from terms in ε², and takes εR. The shear is at most 1. The shear, z and the
 *   product take ε each, so 3εR. The sum takes 2εR. An engine that rounds the product and the sum once is off by less.
 * - P is off by ε|o'| on each axis, and |o'| <= R + ℓ. Sheared, that is 2ε(R + ℓ).
 * - The ray does not go through o' exactly. It misses o' by less than u(S + 2|o'|) on each axis, and the exact test
 *   rounds x and y by 4uS. In all, these are less than 16uS, apart from terms in uR.
 *
 * Let r be the largest |x| or |y| of a triangle's corners here. Then an edge function is off by less than 8β(r + β):
 * - The two products change by 2βr + β² each with the corners.
 * - They round by εr² each, and their difference by 2εr². As r <= 2R, that is at most 8εRr, less than βr.
 * - The exact test rounds by 4u(r + β)², and what is left of the margin covers the rounding of the margin itself.
 * - Underflow takes less than 2^-140, and the margin has 2^-120 for it.
 *
 * Nothing overflows in the sizes for which prepareMeshRay accepts a ray. Comparisons with NaN are false.
 *
 * @param corners the address of the first triangle's corners. The memory must have room for four triangles, and may
 *   hold anything after the first.
 */
export function mayHit(corners: usize): i32 {
  const swap = order;
  const px = pointX;
  const py = pointY;
  const pz = pointZ;
  const sx = shearX;
  const sy = shearY;

  let v0 = corner(corners, 0, swap);
  let v1 = corner(corners, 36, swap);
  let v2 = corner(corners, 72, swap);
  let v3 = corner(corners, 108, swap);
  let low = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5);
  let high = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5);
  let z = f32x4.sub(v128.shuffle<i32>(v128.shuffle<i32>(v0, v1, 2, 6, 2, 6), v128.shuffle<i32>(v2, v3, 2, 6, 2, 6), 0, 1, 4, 5), pz);
  let x = f32x4.sub(v128.shuffle<i32>(low, high, 0, 1, 4, 5), px);
  let y = f32x4.sub(v128.shuffle<i32>(low, high, 2, 3, 6, 7), py);
  const ax = multiplyAdd(sx, z, x);
  const ay = multiplyAdd(sy, z, y);

  v0 = corner(corners, 12, swap);
  v1 = corner(corners, 48, swap);
  v2 = corner(corners, 84, swap);
  v3 = corner(corners, 120, swap);
  low = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5);
  high = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5);
  z = f32x4.sub(v128.shuffle<i32>(v128.shuffle<i32>(v0, v1, 2, 6, 2, 6), v128.shuffle<i32>(v2, v3, 2, 6, 2, 6), 0, 1, 4, 5), pz);
  x = f32x4.sub(v128.shuffle<i32>(low, high, 0, 1, 4, 5), px);
  y = f32x4.sub(v128.shuffle<i32>(low, high, 2, 3, 6, 7), py);
  const bx = multiplyAdd(sx, z, x);
  const by = multiplyAdd(sy, z, y);

  v0 = corner(corners, 24, swap);
  v1 = corner(corners, 60, swap);
  v2 = corner(corners, 96, swap);
  v3 = corner(corners, 132, swap);
  low = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5);
  high = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5);
  z = f32x4.sub(v128.shuffle<i32>(v128.shuffle<i32>(v0, v1, 2, 6, 2, 6), v128.shuffle<i32>(v2, v3, 2, 6, 2, 6), 0, 1, 4, 5), pz);
  x = f32x4.sub(v128.shuffle<i32>(low, high, 0, 1, 4, 5), px);
  y = f32x4.sub(v128.shuffle<i32>(low, high, 2, 3, 6, 7), py);
  const cx = multiplyAdd(sx, z, x);
  const cy = multiplyAdd(sy, z, y);

  const shareA = f32x4.sub(f32x4.mul(cx, by), f32x4.mul(cy, bx));
  const shareB = f32x4.sub(f32x4.mul(ax, cy), f32x4.mul(ay, cx));
  const shareC = f32x4.sub(f32x4.mul(bx, ay), f32x4.mul(by, ax));
  const reach = f32x4.pmax(
    f32x4.pmax(f32x4.pmax(f32x4.abs(ax), f32x4.abs(ay)), f32x4.pmax(f32x4.abs(bx), f32x4.abs(by))),
    f32x4.pmax(f32x4.abs(cx), f32x4.abs(cy)),
  );
  const margin = multiplyAdd(reach, slope, base);
  const least = f32x4.pmin(f32x4.pmin(shareA, shareB), shareC);
  const most = f32x4.pmax(f32x4.pmax(shareA, shareB), shareC);
  return ~i32x4.bitmask(v128.and(f32x4.lt(least, f32x4.neg(margin)), f32x4.gt(most, margin)));
}

/** Returns a corner's coordinates in the order of the ray's own axes. The fourth number of the load is not used. */
@inline
function corner(corners: usize, at: usize, swap: v128): v128 {
  return i8x16.swizzle(v128.load(corners + at), swap);
}
