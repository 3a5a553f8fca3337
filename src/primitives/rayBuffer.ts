import type { Ray, RayRange } from './ray';
import { RAY_STRIDE, SOLID, T_MAX, T_MIN } from './rayLayout';

/** A ray and its range as flat numbers, the form in which it meets boxes: see rayLayout. */
export type RayBuffer = Float64Array;

export function createRayBuffer(): RayBuffer {
  return new Float64Array(RAY_STRIDE);
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
