import { HIT_T, NO_HIT, RUNNER_UP, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { placeOf, recordAt } from '../boxes/boxStore';
import { HIT, MISS } from '../margins/meshMargin';
import { meshes } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { enterMesh, bestTriangle, MESH_RAY, saveBest, closestT } from './meshRay';
import { runnerUp, walkMeshWithin } from './walkMesh';

/**
 * Finds the closest triangle of an instance that RAY hits, and the t of the second closest triangle: see
 * bvh/meshes/raycastInstance.ts.
 */
export function raycastInstance(id: i32, tolerance: f64): i32 {
  const mesh = load<u32>(meshes + (<usize>id << 2)) - 1;
  let answer = enterMesh(MESH_RAY, mesh, recordAt(placeOf(id)), Infinity);
  if (answer == HIT) answer = walkMeshWithin(MESH_RAY, tolerance);
  if (answer == NEEDS_FLOAT64) return NEEDS_FLOAT64;
  if (answer == MISS) return NO_HIT;
  saveBest(MESH_RAY);
  store<f64>(memoryBase, closestT(MESH_RAY), HIT_T * 8);
  store<f64>(memoryBase, runnerUp, RUNNER_UP * 8);
  return bestTriangle();
}
