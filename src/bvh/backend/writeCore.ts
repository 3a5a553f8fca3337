import type { ConvexShape } from '../../primitives/flat/convexShape';
import { CORE_COUNT, CORE_DISTANCE, CORE_VERTICES } from '../layout/kernelLayout';

/** With a distance between these, which is 2^-40 of the largest coordinate at least, no product that the kernel needs overflows or underflows. */
const SMALL = 1e-48;
const LARGE = 1e48;

/**
 * Writes the core of a shape that does not move, by which the kernel leaves out triangles.
 *
 * @param core the shape, or null if it has no core: then the kernel compares bounds only.
 * @param distance the distance from the core beyond which nothing matters, with more than the rounding of a contact.
 */
export function writeCore(core: ConvexShape | null, distance: number, numbers: Float64Array): void {
  if (core === null || !(distance > SMALL && distance < LARGE)) {
    numbers[CORE_COUNT] = 0;
    return;
  }
  const { vertexCount, vertices } = core;
  numbers[CORE_COUNT] = vertexCount;
  numbers[CORE_DISTANCE] = distance;
  for (let i = 0; i < 3 * vertexCount; i++) numbers[CORE_VERTICES + i] = vertices[i];
}
