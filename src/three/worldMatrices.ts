import { type Bone, Camera, Object3D, SkinnedMesh } from 'three';
import { isWithin } from './rays/graphOrder';

/** What is left to do about the world matrices of an object and of what is below it. */
export type WorldMatrices = typeof DONE | typeof NEEDED | typeof FORCED;
/** Nothing. */
export const DONE = 0;
/** What three.js's flags ask for. */
export const NEEDED = 1;
/** All of it: something above has changed. */
export const FORCED = 2;

/** Whether an object updates its matrices as three.js gave it to all objects. */
export function isPlain(object: Object3D): boolean {
  return object.updateMatrixWorld === Object3D.prototype.updateMatrixWorld;
}

/** Whether an object, and each below it, changes no other when it updates its matrices. */
export function isSelfContained(object: Object3D): boolean {
  const isOwn = isPlain(object) || [Camera, SkinnedMesh].some((kind) => updatesAs(kind, object));
  return isOwn && object.children.every(isSelfContained);
}

function updatesAs({ prototype }: { readonly prototype: Object3D }, object: Object3D): boolean {
  return object.updateMatrixWorld === prototype.updateMatrixWorld;
}

/**
 * Does for a plain object what `Object3D.updateMatrixWorld` does, apart from what is below the object. Returns what is left to do
 * there. So one walk both updates the matrices and reads them, which takes little longer than the first alone.
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

/** Updates the world matrices of an object, of what is above it and of what is below it. */
export function updateWorldMatrices(object: Object3D): void {
  object.parent?.updateWorldMatrix(true, false);
  object.updateMatrixWorld(true);
}

/** Updates the world matrices of the bones that place the vertices of an object, but for those below `top`: they are up to date. */
export function updateBones(object: Object3D, top: Object3D | null): void {
  const bones: readonly (Bone | undefined)[] = (object as Partial<SkinnedMesh>).skeleton?.bones ?? [];
  for (const bone of bones) {
    // Bones below other bones follow them.
    const isFirst = bone !== undefined && !('isBone' in (bone.parent ?? object));
    if (isFirst && !isWithin(bone, top)) updateWorldMatrices(bone);
  }
}
