import type { Ray } from '../../primitives/shapes/ray';
import type { FloatArray } from '../arguments/floatArray';

/** Copies one of many rays. */
export function readRayOf(rays: FloatArray, i: number, { origin, direction }: Ray): void {
  const at = 6 * i;
  origin.x = rays[at];
  origin.y = rays[at + 1];
  origin.z = rays[at + 2];
  direction.x = rays[at + 3];
  direction.y = rays[at + 4];
  direction.z = rays[at + 5];
}
