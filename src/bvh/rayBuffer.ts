/**
 * A ray and its range as flat numbers, the form in which it goes through the tree: origin x y z, direction x y z, tMin,
 * tMax, and 1 or 0 for solid.
 */
export type RayBuffer = Float64Array;

export const T_MIN = 6;
export const T_MAX = 7;
export const SOLID = 8;

export function createRayBuffer(): RayBuffer {
  return new Float64Array(9);
}
