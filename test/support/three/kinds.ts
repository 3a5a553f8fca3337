import { BatchedMesh, InstancedMesh, Mesh, type Object3D, SkinnedMesh } from 'three';

// By these and not by instanceof alone, which makes the type of a generic class one of anything.

export function isMesh(object: Object3D): object is Mesh {
  return object instanceof Mesh;
}

/** A mesh and nothing more: neither of instances nor with a skeleton. */
export function isPlainMesh(object: Object3D): object is Mesh {
  return object.constructor === Mesh;
}

export function isInstanced(object: Object3D): object is InstancedMesh {
  return object instanceof InstancedMesh;
}

export function isBatched(object: Object3D): object is BatchedMesh {
  return object instanceof BatchedMesh;
}

export function isSkinned(object: Object3D): object is SkinnedMesh {
  return object instanceof SkinnedMesh;
}
