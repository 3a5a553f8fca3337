import { RAY } from '../../../bvh/layout/kernelLayout';
import { DIRECTION, WIDENING } from '../../../primitives/flat/rayLayout';
import { memoryBase } from '../../memory/kernelMemory';
import { slabHit } from './slabs';
import { sizeBesideAabb, widen } from './widen';

/**
 * `t` where RAY hits an AABB, or NaN, also when it is widened as RAY says: see primitives/query/raycastAabb.ts.
 *
 * @param boundsX the min and the max of the box on the x axis.
 */
export function aabbHit(boundsX: v128, boundsY: v128, boundsZ: v128): f64 {
  const originX = v128.load64_splat(memoryBase, RAY * 8);
  const originY = v128.load64_splat(memoryBase, RAY * 8 + 8);
  const originZ = v128.load64_splat(memoryBase, RAY * 8 + 16);
  const directionX = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8);
  const directionY = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8 + 8);
  const directionZ = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8 + 16);
  const t = slabHit(boundsX, boundsY, boundsZ, originX, originY, originZ, directionX, directionY, directionZ);
  const widening = load<f64>(memoryBase, (RAY + WIDENING) * 8);
  if (widening == 0 || !isNaN(t)) return t;
  const size = sizeBesideAabb(originX, originY, originZ);
  return slabHit(
    widen(boundsX, size, widening),
    widen(boundsY, size, widening),
    widen(boundsZ, size, widening),
    originX,
    originY,
    originZ,
    directionX,
    directionY,
    directionZ,
  );
}
