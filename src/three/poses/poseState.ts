import {
  type Bone,
  type Box3,
  Matrix4,
  Mesh,
  type Object3D,
  REVISION,
  type Skeleton,
  SkinnedMesh,
  type Sphere,
} from 'three';
import { isAffine, copyChanged } from '../math';

/** A mesh whose vertices are placed by bones, by morph targets, or by both. The listed fields exist only on a SkinnedMesh. */
export interface PosableMesh extends Mesh {
  readonly skeleton?: Skeleton;
  readonly bindMatrix: Matrix4;
  readonly bindMatrixInverse: Matrix4;
  boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
}

/** Whether bones or morph targets place the vertices of an object, by three.js's own `getVertexPosition`. */
export function isPosable(object: Object3D): object is PosableMesh {
  const { geometry, skeleton, morphTargetInfluences, getVertexPosition } = object as Partial<PosableMesh>;
  const { prototype } = skeleton === undefined ? Mesh : SkinnedMesh;
  if (geometry === undefined || getVertexPosition !== prototype.getVertexPosition) return false;
  const { attributes, morphAttributes } = geometry;
  return skeleton === undefined
    ? morphTargetInfluences !== undefined && 'position' in morphAttributes
    : 'skinIndex' in attributes && 'skinWeight' in attributes;
}

/** Whether three.js divides a vertex by its w after the bind matrix and after each bone, as revisions before 184 do. */
export const DIVIDES = /* @__PURE__ */ (() => Number.parseInt(REVISION) < 184)();

const identity = /* @__PURE__ */ new Matrix4();
const product = /* @__PURE__ */ new Matrix4();

/** A copy of the matrices and influences that place the vertices of a mesh. */
export class PoseState {
  /** The bind matrix of a skinned mesh, its inverse, and one matrix per bone, 16 numbers each. Empty without bones. */
  matrices = new Float64Array(0);
  influences = new Float64Array(0);
  areRelative = false;
  /** Whether the last `read` found another bind matrix than the `read` before. */
  isRebound = false;

  /** Whether each homogeneous coordinate w that three.js computes before the inverse of the bind matrix is 1. */
  get isAffine(): boolean {
    const { matrices } = this;
    if (!isAffine(matrices, 0)) return false;
    if (DIVIDES) for (let at = 32; at < matrices.length; at += 16) if (!isAffine(matrices, at)) return false;
    return true;
  }

  /** Reads the matrices and influences of a mesh. Returns whether anything has changed since the last call. */
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
      // A bone that is missing in the skeleton has the identity matrix, as in three.js's renderer.
      product.multiplyMatrices(all[i]?.matrixWorld ?? identity, boneInverses[i]);
      if (copyChanged(product.elements, this.matrices, 32 + 16 * i)) hasChanged = true;
    }
    return hasChanged;
  }
}
