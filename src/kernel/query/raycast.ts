import { HIT_TRIANGLE } from '../../bvh/layout/kernelLayout';
import { guardReach, meetsTriangles } from '../margins/guardReach';
import { prepareRange } from '../margins/rayMargin';
import { memoryBase } from '../memory/workingMemory';
import { NO_TRIANGLE, writeTriangle } from '../meshes/meshRay';
import { writeFace } from './faceNormal';
import { closestSlotAt, isTriangle, walkRay } from './walkRay';

/** Finds the closest hit of RAY with its face or triangle, or any hit. Returns what {@link walkRay} returns. */
export function raycast(isAny: bool, hasMask: bool, mask: u32): i32 {
  prepareRange();
  const reach = meetsTriangles() ? guardReach() : 0;
  const id = walkRay(isAny, hasMask, mask, hasMask, reach);
  if (!isAny && id >= 0) {
    if (isTriangle) {
      writeTriangle();
    } else {
      store<f64>(memoryBase, NO_TRIANGLE, HIT_TRIANGLE * 8);
      writeFace(closestSlotAt);
    }
  }
  return id;
}
