import { BatchedMesh, InstancedMesh, Line, Mesh, Object3D, Points, SkinnedMesh, Sprite } from 'three';
import type { RaycastHolder } from './boxSource';

/**
 * Whether an object has the raycast that three.js gives to its kind, or what somebody has put in the place of that for the whole
 * kind. Such a raycast hits nothing outside the object's box, and never keeps `Raycaster` from what is below.
 */
export function hasRaycastOfThree({ raycast }: RaycastHolder): boolean {
  // Most objects above others are groups or meshes.
  if (isOf(Object3D, raycast) || isOf(Mesh, raycast)) return true;
  return [InstancedMesh, BatchedMesh, SkinnedMesh, Line, Points, Sprite].some((kind) => isOf(kind, raycast));
}

function isOf({ prototype }: { readonly prototype: RaycastHolder }, raycast: RaycastHolder['raycast']): boolean {
  return prototype.raycast === raycast;
}
