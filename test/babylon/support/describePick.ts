import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo';

/** Returns the numbers of a hit, by which two answers are compared. */
export function describePick(info: PickingInfo | null | undefined): object {
  if (info?.hit !== true) return { hit: false };
  const { distance, pickedMesh, pickedPoint, bu, bv, faceId, subMeshFaceId, subMeshId, thinInstanceIndex, ray } = info;
  return {
    hit: true,
    distance,
    mesh: pickedMesh?.uniqueId,
    name: pickedMesh?.name,
    point: pickedPoint?.asArray(),
    bu,
    bv,
    faceId,
    subMeshFaceId,
    subMeshId,
    thinInstanceIndex,
    ray: ray === null ? null : [...ray.origin.asArray(), ...ray.direction.asArray(), ray.length],
  };
}
