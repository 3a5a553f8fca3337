import type { Ray, RayRange } from './ray';

/**
 * A ray and its range as flat numbers, the form in which it meets boxes: origin x y z, direction x y z, tMin, tMax, and 1 or
 * 0 for solid.
 */
export type RayBuffer = Float64Array;

export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;

export function createRayBuffer(): RayBuffer {
  return new Float64Array(9);
}

export function writeRay({ origin, direction }: Ray, out: RayBuffer): void {
  out[0] = origin.x;
  out[1] = origin.y;
  out[2] = origin.z;
  out[3] = direction.x;
  out[4] = direction.y;
  out[5] = direction.z;
}

export function writeRange({ tMin = 0, tMax = Infinity, solid = false }: RayRange, out: RayBuffer): void {
  out[T_MIN] = tMin;
  out[T_MAX] = tMax;
  out[SOLID] = solid ? 1 : 0;
}
