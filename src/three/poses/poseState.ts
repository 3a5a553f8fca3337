import { type Bone, Matrix4, REVISION, type Skeleton } from 'three';
import { isAffine } from '../math/isAffine';
import { copyChanged } from './copyChanged';
import type { PosableMesh } from './posableMesh';

/** Up to revision 183, three.js divides by w what the bind matrix or a bone has placed. */
export const DIVIDES = /* @__PURE__ */ (() => Number.parseInt(REVISION) < 184)();

const identity = /* @__PURE__ */ new Matrix4();
const product = /* @__PURE__ */ new Matrix4();

/** What vertices depend on besides attributes, as it was when it was last read. */
export class PoseState {
  /** The bind matrix, its inverse, and a matrix of each bone. Empty without bones. */
  matrices = new Float64Array(0);
  influences = new Float64Array(0);
  areRelative = false;
  /** Whether the last reading has found another bind matrix. */
  isRebound = false;

  /** Whether w is 1 wherever three.js computes it before the inverse of the bind matrix. */
  get isAffine(): boolean {
    const { matrices } = this;
    if (!isAffine(matrices, 0)) return false;
    if (DIVIDES) for (let at = 32; at < matrices.length; at += 16) if (!isAffine(matrices, at)) return false;
    return true;
  }

  /** Returns whether anything has changed. */
  read({ skeleton, bindMatrix, bindMatrixInverse, geometry, morphTargetInfluences = [] }: PosableMesh): boolean {
    const { morphTargetsRelative } = geometry;
    let hasChanged = this.areRelative !== morphTargetsRelative;
    this.areRelative = morphTargetsRelative;
    if (this.influences.length !== morphTargetInfluences.length) {
      this.influences = new Float64Array(morphTargetInfluences.length);
      hasChanged = true;
    }
    if (copyChanged(morphTargetInfluences, this.influences, 0)) hasChanged = true;
    if (skeleton === undefined) return hasChanged;
    const length = 32 + 16 * skeleton.bones.length;
    const isResized = this.matrices.length !== length;
    if (isResized) this.matrices = new Float64Array(length);
    this.isRebound = copyChanged(bindMatrix.elements, this.matrices, 0) || isResized;
    if (copyChanged(bindMatrixInverse.elements, this.matrices, 16)) hasChanged = true;
    if (this.#readBones(skeleton)) hasChanged = true;
    return hasChanged || this.isRebound;
  }

  #readBones({ bones, boneInverses }: Skeleton): boolean {
    const all: readonly (Bone | undefined)[] = bones;
    let hasChanged = false;
    for (let i = 0; i < all.length; i++) {
      // The renderer, too, takes a missing bone as one that has not moved.
      product.multiplyMatrices(all[i]?.matrixWorld ?? identity, boneInverses[i]);
      if (copyChanged(product.elements, this.matrices, 32 + 16 * i)) hasChanged = true;
    }
    return hasChanged;
  }
}
