import { roundDownLanes } from '../margins/roundOutward';

/** The bounds that were found last: x, y, z and a lane that means nothing. */
export let triangleLows: v128 = i64x2(0, 0);
export let triangleHighs: v128 = i64x2(0, 0);

/**
 * Finds the bounds of triangles at places that follow one another, relative to the mesh's origin and rounded outward.
 *
 * @param isPlain whether bounds need no rounding: in float32 and with no origin.
 */
export function boundTriangles(
  corners: usize,
  first: usize,
  count: usize,
  isFloat64: bool,
  isPlain: bool,
  originXY: v128,
  originZ: v128,
): void {
  if (isFloat64) boundFloat64(corners + first * 72, count, originXY, originZ);
  else {
    boundFloat32(corners + first * 36, count);
    if (!isPlain) moveBounds(originXY, originZ);
  }
}

/** Finds the bounds of that many triangles in float32. Adding 0 turns -0 into 0. */
function boundFloat32(at: usize, count: usize): void {
  const end = at + count * 36;
  let low = v128.load(at);
  let high = low;
  for (at += 12; at < end; at += 12) {
    const corner = v128.load(at);
    low = f32x4.pmin(low, corner);
    high = f32x4.pmax(high, corner);
  }
  const zero = f32x4.splat(0);
  triangleLows = f32x4.add(low, zero);
  triangleHighs = f32x4.add(high, zero);
}

/** Moves bounds in float32 to the mesh's origin. */
function moveBounds(originXY: v128, originZ: v128): void {
  const lowZ = v128.shuffle<i32>(triangleLows, triangleLows, 2, 2, 2, 2);
  const highZ = v128.shuffle<i32>(triangleHighs, triangleHighs, 2, 2, 2, 2);
  roundBounds(
    f64x2.sub(f64x2.promote_low_f32x4(triangleLows), originXY),
    f64x2.sub(f64x2.promote_low_f32x4(lowZ), originZ),
    f64x2.sub(f64x2.promote_low_f32x4(triangleHighs), originXY),
    f64x2.sub(f64x2.promote_low_f32x4(highZ), originZ),
  );
}

/** Finds the bounds of that many triangles in float64, relative to the mesh's origin. */
function boundFloat64(at: usize, count: usize, originXY: v128, originZ: v128): void {
  const end = at + count * 72;
  let lowXY = v128.load(at);
  let lowZ = v128.load64_splat(at, 16);
  let highXY = lowXY;
  let highZ = lowZ;
  for (at += 24; at < end; at += 24) {
    const xy = v128.load(at);
    const z = v128.load64_splat(at, 16);
    lowXY = f64x2.pmin(lowXY, xy);
    lowZ = f64x2.pmin(lowZ, z);
    highXY = f64x2.pmax(highXY, xy);
    highZ = f64x2.pmax(highZ, z);
  }
  roundBounds(
    f64x2.sub(lowXY, originXY),
    f64x2.sub(lowZ, originZ),
    f64x2.sub(highXY, originXY),
    f64x2.sub(highZ, originZ),
  );
}

function roundBounds(lowXY: v128, lowZ: v128, highXY: v128, highZ: v128): void {
  const zero = f32x4.splat(0);
  triangleLows = f32x4.add(roundDownLanes(lowXY, lowZ), zero);
  triangleHighs = f32x4.add(f32x4.neg(roundDownLanes(f64x2.neg(highXY), f64x2.neg(highZ))), zero);
}
