import { type Bone, Camera, Object3D, SkinnedMesh } from 'three';
import { isWithin } from './rays/graphOrder';

/** Which world matrices of an object and everything below it must be updated. */
export type WorldMatrices = typeof DONE | typeof NEEDED | typeof FORCED;
/** No world matrix must be updated. */
export const DONE = 0;
/** The world matrices of objects with three.js's flag `matrixWorldNeedsUpdate`, and of their descendants, must be updated. */
export const NEEDED = 1;
/** All world matrices must be updated, as the world matrix of an ancestor has changed. */
export const FORCED = 2;

/** Whether an object updates its matrices by three.js's `Object3D.prototype.updateMatrixWorld`, not by its own method. */
export function isPlain(object: Object3D): boolean {
  return object.updateMatrixWorld === Object3D.prototype.updateMatrixWorld;
}

/** Whether an object and all its descendants change no other objects when they update their world matrices. */
export function isSelfContained(object: Object3D): boolean {
  const isOwn = isPlain(object) || [Camera, SkinnedMesh].some((kind) => updatesAs(kind, object));
  return isOwn && object.children.every(isSelfContained);
}

function updatesAs({ prototype }: { readonly prototype: Object3D }, object: Object3D): boolean {
  return object.updateMatrixWorld === prototype.updateMatrixWorld;
}

/**
 * Updates the matrices of an object, without its descendants, as `Object3D.updateMatrixWorld` does. Returns which world matrices
 * of its children must be updated. So one traversal both updates and reads matrices, which takes little longer than updating
 * them.
 */
export function updateOwnMatrices(object: Object3D, matrices: WorldMatrices): WorldMatrices {
  if (object.matrixAutoUpdate) object.updateMatrix();
  if (!object.matrixWorldNeedsUpdate && matrices !== FORCED) return matrices;
  if (object.matrixWorldAutoUpdate) {
    if (object.parent === null) object.matrixWorld.copy(object.matrix);
    else object.matrixWorld.multiplyMatrices(object.parent.matrixWorld, object.matrix);
  }
  object.matrixWorldNeedsUpdate = false;
  return FORCED;
}

/** Updates the world matrices of an object, of its ancestors, and of its descendants. */
export function updateWorldMatrices(object: Object3D): void {
  object.parent?.updateWorldMatrix(true, false);
  object.updateMatrixWorld(true);
}

/** Updates the world matrices of an object's bones, except for `top` and its descendants, which are up to date. */
export function updateBones(object: Object3D, top: Object3D | null): void {
  const bones: readonly (Bone | undefined)[] = (object as Partial<SkinnedMesh>).skeleton?.bones ?? [];
  for (const bone of bones) {
    // Only a bone whose parent is not a bone is updated: updateWorldMatrices includes the bones below it.
    const isFirst = bone !== undefined && !('isBone' in (bone.parent ?? object));
    if (isFirst && !isWithin(bone, top)) updateWorldMatrices(bone);
  }
}
