import type { BatchedMesh } from 'three';

/** The ids of the instances that a batch holds. three.js has no list of them: it only throws for other ids. */
export function activeIds(mesh: BatchedMesh): number[] {
  return Array.from({ length: mesh.maxInstanceCount }, (_, id) => id).filter((id) => isActive(mesh, id));
}

function isActive(mesh: BatchedMesh, id: number): boolean {
  try {
    mesh.getVisibleAt(id);
    return true;
  } catch {
    return false;
  }
}
