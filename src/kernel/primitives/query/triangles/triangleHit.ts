import { RAY } from '../../../../bvh/layout/kernelLayout';
import { T_MAX, T_MIN } from '../../../../primitives/flat/rayLayout';
import { axisX, axisY, axisZ, directionXY, directionZ, order, originXY, originZ, shearXY, side } from '../../flat/shear';
import { swapped } from '../../../lanes';
import { memoryBase } from '../../../memory/workingMemory';
import { exactCross, safeScale } from './exactCross';

const PAD: f64 = 2 ** -50;
const UNDERFLOW: f64 = 2 ** -1000;
const TINY: f64 = 2 ** -800;

/** The record of a triangle that the line of the ray meets, from triangleHit to finishHit: byte offsets of vectors. */
const A_XY: usize = 0;
const B_XY: usize = 16;
const C_XY: usize = 32;
const AB_Z: usize = 48;
const CC_Z: usize = 64;
const SHEARED_A: usize = 80;
const SHEARED_B: usize = 96;
const SHEARED_C: usize = 112;
const SHARES_AB: usize = 128;
const SHARES_CC: usize = 144;
const MET: usize = memoryBase + memory.data(160, 16);

/** The hit on a triangle that was found last: see primitives/query/triangles/triangleHit.ts. */
export let hitT: f64 = 0;
export let hitU: f64 = 0;
export let hitV: f64 = 0;
export let hitFront: bool = false;

/**
 * Returns whether the prepared ray (see prepareShear) hits a triangle within RAY's range, by the operations of
 * primitives/query/triangles/triangleHit.ts. No multiplication and addition may be fused. No number overflows for rays
 * that prepareMeshRay accepts.
 *
 * @param corners the address of the triangle's nine coordinates.
 */
export function triangleHit(corners: usize, isFloat64: bool): bool {
  // Corners a, b and c less the ray's origin: x and y in the two lanes of one vector, and the z of a and b in another.
  let aXY: v128;
  let bXY: v128;
  let cXY: v128;
  let abZ: v128;
  let ccZ: v128;
  if (isFloat64) {
    const atZ = corners + (<usize>axisZ << 3);
    aXY = cornerXY(corners);
    bXY = cornerXY(corners + 24);
    cXY = cornerXY(corners + 48);
    abZ = f64x2(load<f64>(atZ), load<f64>(atZ, 24));
    ccZ = v128.load64_splat(atZ, 48);
  } else {
    // A corner of a triangle has three numbers, so the fourth number of each load is not used.
    const cornerA = i8x16.swizzle(v128.load(corners), order);
    const cornerB = i8x16.swizzle(v128.load(corners, 12), order);
    const cornerC = i8x16.swizzle(v128.load(corners, 24), order);
    aXY = f64x2.promote_low_f32x4(cornerA);
    bXY = f64x2.promote_low_f32x4(cornerB);
    cXY = f64x2.promote_low_f32x4(cornerC);
    abZ = f64x2.promote_low_f32x4(v128.shuffle<i32>(cornerA, cornerB, 2, 6, 2, 6));
    ccZ = f64x2.promote_low_f32x4(v128.shuffle<i32>(cornerC, cornerC, 2, 2, 2, 2));
  }
  aXY = f64x2.sub(aXY, originXY);
  bXY = f64x2.sub(bXY, originXY);
  cXY = f64x2.sub(cXY, originXY);
  abZ = f64x2.sub(abZ, originZ);
  ccZ = f64x2.sub(ccZ, originZ);
  const shears = shearXY;
  const shearedA = f64x2.sub(aXY, f64x2.mul(shears, v128.shuffle<i64>(abZ, abZ, 0, 0)));
  const shearedB = f64x2.sub(bXY, f64x2.mul(shears, v128.shuffle<i64>(abZ, abZ, 1, 1)));
  const shearedC = f64x2.sub(cXY, f64x2.mul(shears, ccZ));
  // An edge function is the difference of two products: lane 0 has the first product, lane 1 the second.
  const productsA = f64x2.mul(shearedC, v128.shuffle<i64>(shearedB, shearedB, 1, 0));
  const productsB = f64x2.mul(shearedA, v128.shuffle<i64>(shearedC, shearedC, 1, 0));
  const productsC = f64x2.mul(shearedB, v128.shuffle<i64>(shearedA, shearedA, 1, 0));
  const sharesAB = f64x2.sub(
    v128.shuffle<i64>(productsA, productsB, 0, 2),
    v128.shuffle<i64>(productsA, productsB, 1, 3),
  );
  const sharesCC = f64x2.sub(
    v128.shuffle<i64>(productsC, productsC, 0, 0),
    v128.shuffle<i64>(productsC, productsC, 1, 1),
  );
  const zero = f64x2.splat(0);
  const areBelow = v128.or(f64x2.lt(sharesAB, zero), f64x2.lt(sharesCC, zero));
  const areAbove = v128.or(f64x2.gt(sharesAB, zero), f64x2.gt(sharesCC, zero));
  // Whether any edge function is negative and whether any is positive are tested in one branch, because each alone is
  // true half the time and cannot be predicted.
  if (<i32>v128.any_true(areBelow) & <i32>v128.any_true(areAbove)) return false;
  v128.store(MET, aXY, A_XY);
  v128.store(MET, bXY, B_XY);
  v128.store(MET, cXY, C_XY);
  v128.store(MET, abZ, AB_Z);
  v128.store(MET, ccZ, CC_Z);
  v128.store(MET, shearedA, SHEARED_A);
  v128.store(MET, shearedB, SHEARED_B);
  v128.store(MET, shearedC, SHEARED_C);
  v128.store(MET, sharesAB, SHARES_AB);
  v128.store(MET, sharesCC, SHARES_CC);
  return finishHit(corners, isFloat64);
}

/** Ends {@link triangleHit} for the triangle of MET. Rays seldom get this far, so it is not inlined. */
function finishHit(corners: usize, isFloat64: bool): bool {
  const sharesAB = v128.load(MET, SHARES_AB);
  const sharesCC = v128.load(MET, SHARES_CC);
  let shareA = f64x2.extract_lane(sharesAB, 0);
  let shareB = f64x2.extract_lane(sharesAB, 1);
  let shareC = f64x2.extract_lane(sharesCC, 0);
  let sum = shareA + shareB + shareC;
  if (!(abs(sum) >= TINY && abs(sum) < Infinity)) {
    const shearedA = v128.load(MET, SHEARED_A);
    const shearedB = v128.load(MET, SHEARED_B);
    const shearedC = v128.load(MET, SHEARED_C);
    const ax = f64x2.extract_lane(shearedA, 0);
    const ay = f64x2.extract_lane(shearedA, 1);
    const bx = f64x2.extract_lane(shearedB, 0);
    const by = f64x2.extract_lane(shearedB, 1);
    const cx = f64x2.extract_lane(shearedC, 0);
    const cy = f64x2.extract_lane(shearedC, 1);
    const largest = max(max(max(abs(ax), abs(ay)), max(abs(bx), abs(by))), max(abs(cx), abs(cy)));
    const scale = safeScale(largest);
    shareA = exactCross(cx * scale, cy * scale, bx * scale, by * scale);
    shareB = exactCross(ax * scale, ay * scale, cx * scale, cy * scale);
    shareC = exactCross(bx * scale, by * scale, ax * scale, ay * scale);
    sum = shareA + shareB + shareC;
    if (sum == 0 || areMixed(shareA, shareB, shareC)) return false;
  }
  if (side * sum < 0) return false;

  const aXY = v128.load(MET, A_XY);
  const bXY = v128.load(MET, B_XY);
  const cXY = v128.load(MET, C_XY);
  const abZ = v128.load(MET, AB_Z);
  const ccZ = v128.load(MET, CC_Z);
  // Max and min of vector lanes compile without branches: see largerOf in lanes.ts. None of the corners is NaN.
  const minXY = f64x2.pmin(f64x2.pmin(aXY, bXY), cXY);
  const maxXY = f64x2.pmax(f64x2.pmax(aXY, bXY), cXY);
  const reachZ = f64x2.pmax(f64x2.abs(abZ), f64x2.abs(ccZ));
  const reaches = f64x2.pmax(f64x2.pmax(f64x2.neg(minXY), maxXY), reachZ);
  const reach = f64x2.pmax(reaches, swapped(reaches));
  const pad = f64x2.add(f64x2.mul(f64x2.splat(PAD), reach), f64x2.splat(UNDERFLOW));
  const lows = f64x2.sub(minXY, pad);
  const highs = f64x2.add(maxXY, pad);
  const tAB = f64x2.div(abZ, f64x2.splat(directionZ));
  const tCC = f64x2.div(ccZ, f64x2.splat(directionZ));
  const leastT = f64x2.pmin(tAB, tCC);
  const mostT = f64x2.pmax(tAB, tCC);
  const enters = f64x2.pmax(slabNears(lows, highs), f64x2.pmin(leastT, swapped(leastT)));
  const leaves = f64x2.pmin(slabFars(lows, highs), f64x2.pmax(mostT, swapped(mostT)));
  const enter = f64x2.extract_lane(f64x2.pmax(enters, swapped(enters)), 0);
  const leave = f64x2.extract_lane(f64x2.pmin(leaves, swapped(leaves)), 0);
  if (!(enter <= leave)) return false;
  const u = shareB / sum;
  const v = shareC / sum;
  const tA = f64x2.extract_lane(tAB, 0);
  const tB = f64x2.extract_lane(tAB, 1);
  const tC = f64x2.extract_lane(tCC, 0);
  let t = (shareA / sum) * tA + u * tB + v * tC;
  if (t < enter) t = enter;
  if (t > leave) t = leave;
  const ray = memoryBase + RAY * 8;
  if (t < load<f64>(ray, T_MIN * 8) || t > load<f64>(ray, T_MAX * 8)) return false;
  if (!hasArea(corners, isFloat64)) return false;
  hitT = t + 0;
  hitU = u + 0;
  hitV = v + 0;
  hitFront = sum > 0;
  return true;
}

/** Returns the x and y of a triangle's corner along the ray's own axes. */
function cornerXY(corner: usize): v128 {
  return f64x2(load<f64>(corner + (<usize>axisX << 3)), load<f64>(corner + (<usize>axisY << 3)));
}

function coordinate(corners: usize, isFloat64: bool, index: usize): f64 {
  return isFloat64 ? load<f64>(corners + (index << 3)) : <f64>load<f32>(corners + (index << 2));
}

function areMixed(shareA: f64, shareB: f64, shareC: f64): bool {
  return (<i32>(shareA < 0) | <i32>(shareB < 0) | <i32>(shareC < 0)) != 0 &&
    (<i32>(shareA > 0) | <i32>(shareB > 0) | <i32>(shareC > 0)) != 0;
}

/** Returns the ts at which a ray with origin 0 enters the slabs of two axes: see primitives/query/slabs.ts. */
function slabNears(lows: v128, highs: v128): v128 {
  const zero = f64x2.splat(0);
  const isUp = f64x2.gt(directionXY, zero);
  const isInside = v128.and(f64x2.le(lows, zero), f64x2.ge(highs, zero));
  return v128.bitselect(
    v128.bitselect(f64x2.splat(-Infinity), f64x2.splat(Infinity), isInside),
    f64x2.div(v128.bitselect(lows, highs, isUp), directionXY),
    f64x2.eq(directionXY, zero),
  );
}

function slabFars(lows: v128, highs: v128): v128 {
  return f64x2.neg(slabNears(f64x2.neg(highs), f64x2.neg(lows)));
}

/** Returns whether a triangle has a normal: see primitives/query/triangles/triangleNormal.ts. No edge overflows. */
function hasArea(corners: usize, isFloat64: bool): bool {
  const aX = coordinate(corners, isFloat64, 0);
  const aY = coordinate(corners, isFloat64, 1);
  const aZ = coordinate(corners, isFloat64, 2);
  let bX = coordinate(corners, isFloat64, 3) - aX;
  let bY = coordinate(corners, isFloat64, 4) - aY;
  let bZ = coordinate(corners, isFloat64, 5) - aZ;
  let cX = coordinate(corners, isFloat64, 6) - aX;
  let cY = coordinate(corners, isFloat64, 7) - aY;
  let cZ = coordinate(corners, isFloat64, 8) - aZ;
  const scaleB = safeScale(max(max(abs(bX), abs(bY)), abs(bZ)));
  const scaleC = safeScale(max(max(abs(cX), abs(cY)), abs(cZ)));
  bX *= scaleB;
  bY *= scaleB;
  bZ *= scaleB;
  cX *= scaleC;
  cY *= scaleC;
  cZ *= scaleC;
  return exactCross(bX, bY, cX, cY) != 0 || exactCross(bY, bZ, cY, cZ) != 0 || exactCross(bZ, bX, cZ, cX) != 0;
}
