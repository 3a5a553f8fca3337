import { RAY } from '../../../../bvh/layout/kernelLayout';
import { T_MAX, T_MIN } from '../../../../primitives/flat/rayLayout';
import { memoryBase } from '../../../memory/kernelMemory';
import {
  axisX,
  axisY,
  axisZ,
  directionX,
  directionY,
  directionZ,
  originX,
  originY,
  originZ,
  shearX,
  shearY,
  side,
} from '../../flat/shear';
import { exactCross, tamingScale } from './exactCross';

const PAD: f64 = 2 ** -50;
const UNDERFLOW: f64 = 2 ** -1000;
const TINY: f64 = 2 ** -800;

/** The hit found last: see primitives/flat/triangleHitLayout.ts. */
export let hitT: f64 = 0;
export let hitU: f64 = 0;
export let hitV: f64 = 0;
export let hitFront: bool = false;

/**
 * Whether the prepared ray (see prepareShear) hits a triangle within RAY's range: primitives/query/triangles/triangleHit.ts, operation
 * by operation. Nothing here may be fused.
 *
 * @param positions the address of the vertices.
 * @param triangle the address of its three indices.
 */
export function triangleHit(positions: usize, isFloat64: bool, triangle: usize): bool {
  const a = <usize>load<u32>(triangle) * 3;
  const b = <usize>load<u32>(triangle, 4) * 3;
  const c = <usize>load<u32>(triangle, 8) * 3;
  const x = <usize>axisX;
  const y = <usize>axisY;
  const z = <usize>axisZ;
  const aX = coordinate(positions, isFloat64, a + x) - originX;
  const aY = coordinate(positions, isFloat64, a + y) - originY;
  const aZ = coordinate(positions, isFloat64, a + z) - originZ;
  const bX = coordinate(positions, isFloat64, b + x) - originX;
  const bY = coordinate(positions, isFloat64, b + y) - originY;
  const bZ = coordinate(positions, isFloat64, b + z) - originZ;
  const cX = coordinate(positions, isFloat64, c + x) - originX;
  const cY = coordinate(positions, isFloat64, c + y) - originY;
  const cZ = coordinate(positions, isFloat64, c + z) - originZ;
  const ax = aX - shearX * aZ;
  const ay = aY - shearY * aZ;
  const bx = bX - shearX * bZ;
  const by = bY - shearY * bZ;
  const cx = cX - shearX * cZ;
  const cy = cY - shearY * cZ;
  let shareA = cx * by - cy * bx;
  let shareB = ax * cy - ay * cx;
  let shareC = bx * ay - by * ax;
  if (areMixed(shareA, shareB, shareC)) return false;
  let sum = shareA + shareB + shareC;
  if (!(abs(sum) >= TINY && abs(sum) < Infinity)) {
    const largest = max(max(max(abs(ax), abs(ay)), max(abs(bx), abs(by))), max(abs(cx), abs(cy)));
    const scale = tamingScale(largest);
    shareA = exactCross(cx * scale, cy * scale, bx * scale, by * scale);
    shareB = exactCross(ax * scale, ay * scale, cx * scale, cy * scale);
    shareC = exactCross(bx * scale, by * scale, ax * scale, ay * scale);
    sum = shareA + shareB + shareC;
    if (!(abs(sum) > 0) || areMixed(shareA, shareB, shareC)) return false;
  }
  if (side * sum < 0) return false;

  const minX = min(min(aX, bX), cX);
  const minY = min(min(aY, bY), cY);
  const maxX = max(max(aX, bX), cX);
  const maxY = max(max(aY, bY), cY);
  const reachZ = max(max(abs(aZ), abs(bZ)), abs(cZ));
  const pad = PAD * max(max(max(-minX, maxX), max(-minY, maxY)), reachZ) + UNDERFLOW;
  const tA = aZ / directionZ;
  const tB = bZ / directionZ;
  const tC = cZ / directionZ;
  const enter = max(
    max(slabNear(minX - pad, maxX + pad, directionX), slabNear(minY - pad, maxY + pad, directionY)),
    min(min(tA, tB), tC),
  );
  const leave = min(
    min(slabFar(minX - pad, maxX + pad, directionX), slabFar(minY - pad, maxY + pad, directionY)),
    max(max(tA, tB), tC),
  );
  if (!(enter <= leave)) return false;
  const u = shareB / sum;
  const v = shareC / sum;
  let t = (shareA / sum) * tA + u * tB + v * tC;
  if (!(t > enter)) t = enter;
  if (t > leave) t = leave;
  const ray = memoryBase + RAY * 8;
  if (t < load<f64>(ray, T_MIN * 8) || t > load<f64>(ray, T_MAX * 8)) return false;
  if (!hasArea(positions, isFloat64, a, b, c)) return false;
  hitT = t + 0;
  hitU = u + 0;
  hitV = v + 0;
  hitFront = sum > 0;
  return true;
}

function coordinate(positions: usize, isFloat64: bool, index: usize): f64 {
  return isFloat64 ? load<f64>(positions + (index << 3)) : <f64>load<f32>(positions + (index << 2));
}

function areMixed(shareA: f64, shareB: f64, shareC: f64): bool {
  return (<i32>(shareA < 0) | <i32>(shareB < 0) | <i32>(shareC < 0)) != 0 &&
    (<i32>(shareA > 0) | <i32>(shareB > 0) | <i32>(shareC > 0)) != 0;
}

/** See primitives/query/slabs.ts. The ray starts at 0. */
function slabNear(low: f64, high: f64, direction: f64): f64 {
  if (direction > 0) return low / direction;
  if (direction < 0) return high / direction;
  return low <= 0 && 0 <= high ? -Infinity : Infinity;
}

function slabFar(low: f64, high: f64, direction: f64): f64 {
  if (direction > 0) return high / direction;
  if (direction < 0) return low / direction;
  return low <= 0 && 0 <= high ? Infinity : -Infinity;
}

function hasArea(positions: usize, isFloat64: bool, a: usize, b: usize, c: usize): bool {
  let bX = coordinate(positions, isFloat64, b) - coordinate(positions, isFloat64, a);
  let bY = coordinate(positions, isFloat64, b + 1) - coordinate(positions, isFloat64, a + 1);
  let bZ = coordinate(positions, isFloat64, b + 2) - coordinate(positions, isFloat64, a + 2);
  let cX = coordinate(positions, isFloat64, c) - coordinate(positions, isFloat64, a);
  let cY = coordinate(positions, isFloat64, c + 1) - coordinate(positions, isFloat64, a + 1);
  let cZ = coordinate(positions, isFloat64, c + 2) - coordinate(positions, isFloat64, a + 2);
  const scale = tamingScale(max(max(max(abs(bX), abs(bY)), max(abs(bZ), abs(cX))), max(abs(cY), abs(cZ))));
  bX *= scale;
  bY *= scale;
  bZ *= scale;
  cX *= scale;
  cY *= scale;
  cZ *= scale;
  return exactCross(bX, bY, cX, cY) != 0 || exactCross(bY, bZ, cY, cZ) != 0 || exactCross(bZ, bX, cZ, cX) != 0;
}
