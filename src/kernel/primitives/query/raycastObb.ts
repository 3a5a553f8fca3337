import { RAY } from '../../../bvh/layout/kernelLayout';
import { INVERSE, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { DIRECTION, WIDENING } from '../../../primitives/flat/rayLayout';
import { memoryBase } from '../../memory/workingMemory';
import { slabHit } from './slabs';
import { sizeBesideObb, sizeInRow, widen } from './widen';

/** Returns the `t` where RAY hits an OBB, widened by RAY's WIDENING, or NaN: see primitives/query/raycastObb.ts. */
export function obbHit(box: usize): f64 {
  const originX = v128.load64_splat(memoryBase, RAY * 8);
  const originY = v128.load64_splat(memoryBase, RAY * 8 + 8);
  const originZ = v128.load64_splat(memoryBase, RAY * 8 + 16);
  let boundsX = v128.load64_lane(box, v128.load64_zero(box), 1, 24);
  let boundsY = v128.load64_lane(box, v128.load64_zero(box, 8), 1, 32);
  let boundsZ = v128.load64_lane(box, v128.load64_zero(box, 16), 1, 40);
  const widening = load<f64>(memoryBase, (RAY + WIDENING) * 8);
  if (widening != 0) {
    const size = sizeBesideObb(box, originX, originY, originZ);
    boundsX = widen(boundsX, sizeInRow(box, 0, size), widening);
    boundsY = widen(boundsY, sizeInRow(box, 1, size), widening);
    boundsZ = widen(boundsZ, sizeInRow(box, 2, size), widening);
  }
  const xs = rayFrom(box, 0);
  const ys = rayFrom(box, 8);
  const zs = rayFrom(box, 16);
  const localX = rowDot(box + INVERSE * 8, xs, ys, zs);
  const localY = rowDot(box + INVERSE * 8 + 24, xs, ys, zs);
  const localZ = rowDot(box + INVERSE * 8 + 48, xs, ys, zs);
  // The poison is NaN in both lanes if the ray is not finite in the OBB's local space. A box with NaN bounds is a miss.
  const zero = f64x2.splat(0);
  const poison = f64x2.add(f64x2.add(f64x2.mul(localX, zero), f64x2.mul(localY, zero)), f64x2.mul(localZ, zero));
  boundsX = f64x2.add(boundsX, f64x2.add(poison, v128.shuffle<i64>(poison, poison, 1, 0)));
  return slabHit(
    boundsX,
    boundsY,
    boundsZ,
    v128.shuffle<i64>(localX, localX, 0, 0),
    v128.shuffle<i64>(localY, localY, 0, 0),
    v128.shuffle<i64>(localZ, localZ, 0, 0),
    v128.shuffle<i64>(localX, localX, 1, 1),
    v128.shuffle<i64>(localY, localY, 1, 1),
    v128.shuffle<i64>(localZ, localZ, 1, 1),
  );
}

/**
 * Returns the origin of RAY relative to the OBB's translation, and the direction of RAY, on an axis of the world.
 *
 * @param axis the byte offset of the axis: 0, 8 or 16.
 */
export function rayFrom(box: usize, axis: usize): v128 {
  const ray = memoryBase + axis;
  const origin = f64x2.sub(v128.load64_zero(ray, RAY * 8), v128.load64_zero(box + axis, TRANSLATION * 8));
  return v128.load64_lane(ray, origin, 1, (RAY + DIRECTION) * 8);
}

/** Returns the dot products of a row of an inverse matrix and two vectors, one in each lane. */
export function rowDot(row: usize, xs: v128, ys: v128, zs: v128): v128 {
  const x = f64x2.mul(v128.load64_splat(row), xs);
  const y = f64x2.mul(v128.load64_splat(row, 8), ys);
  const z = f64x2.mul(v128.load64_splat(row, 16), zs);
  return f64x2.add(f64x2.add(x, y), z);
}
