import { RAY } from '../../../bvh/layout/kernelLayout';
import { DIRECTION, WIDENING } from '../../../primitives/flat/rayLayout';
import { memoryBase } from '../../memory/workingMemory';
import { slabHit } from './slabs';
import { sizeBesideAabb, widen } from './widen';

/**
 * Returns the `t` where RAY hits an AABB, widened by RAY's WIDENING, or NaN: see primitives/query/raycastAabb.ts.
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
  const widening = load<f64>(memoryBase, (RAY + WIDENING) * 8);
  if (widening != 0) {
    const size = sizeBesideAabb(originX, originY, originZ);
    boundsX = widen(boundsX, size, widening);
    boundsY = widen(boundsY, size, widening);
    boundsZ = widen(boundsZ, size, widening);
  }
  return slabHit(boundsX, boundsY, boundsZ, originX, originY, originZ, directionX, directionY, directionZ);
}
