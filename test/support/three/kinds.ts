import { BatchedMesh, InstancedMesh, Mesh, type Object3D, SkinnedMesh } from 'three';

// Use these instead of a bare instanceof, which turns the type parameters of a generic class into `any`.

export function isMesh(object: Object3D): object is Mesh {
  return object instanceof Mesh;
}

/** A plain mesh: without instances and without a skeleton. */
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
