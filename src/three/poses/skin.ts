import type { BoxScene } from 'slabtree';
import { Matrix4 } from 'three';
import { INTERNALS } from '../../scene/internals';
import type { Attribute } from '../meshes/readTriangles';
import type { PoseState } from './poseState';
import { bindVertices, readAttribute } from './poseVertices';

const IDENTITY = /* @__PURE__ */ (() => new Matrix4().elements)();

/** The bones of a SkinnedMesh's vertices, and the weights of these bones. */
export class Skin {
  /** Four bone numbers per vertex, each with its weight in `weights`. A bone number is 0 where its weight is 0. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** The vertices multiplied by the bind matrix, before the bones move them. Valid only while `#isBound` is true. */
  readonly #bound: Float64Array;
  #isBound = false;
  /** The largest bone number of all vertices. Infinity if any bone number is not an unsigned integer. */
  #largest = -1;
  /** The vertex with the largest bone number, and that number as it is in the attribute. The error of `checkBones` names both. */
  #vertex = -1;
  #number = -1;

  constructor(skinIndex: Attribute, skinWeight: Attribute, vertices: number) {
    const numbers = readAttribute(skinIndex, 4, vertices);
    this.weights = readAttribute(skinWeight, 4, vertices);
    this.bones = new Uint32Array(4 * vertices);
    this.#bound = new Float64Array(3 * vertices);
    for (let i = 0; i < numbers.length; i++) {
      if (this.weights[i] === 0) continue;
      this.bones[i] = numbers[i];
      const bone = this.bones[i] === numbers[i] ? numbers[i] : Infinity;
      if (!(bone > this.#largest)) continue;
      this.#largest = bone;
      this.#vertex = Math.floor(i / 4);
      this.#number = numbers[i];
    }
  }

  /** Throws a RangeError if the skeleton lacks a bone that a vertex depends on. three.js throws for such a skeleton, too. */
  checkBones({ matrices }: PoseState): void {
    const count = (matrices.length - 32) / 16;
    if (this.#largest < count) return;
    throw new RangeError(
      `skinIndex of vertex ${this.#vertex} must be the number of one of the ${count} bones, got ${this.#number}`,
    );
  }

  /**
   * Places vertices by their bones with the core's loop, which is faster than `bendVertices`. It requires that the vertices are
   * finite, and that every coordinate w that three.js computes is 1. The core then computes the same bits, although it ignores w,
   * adds bones of weight 0, and skips an inverse of the bind matrix that is the identity: a sum that starts at 0 is never -0.
   *
   * @param isStill whether the unbound vertices are the same as at the last call.
   * @param writeVertices writes the unbound vertices, to which the bind matrix is then applied.
   * @returns the box around the placed vertices: min x y z, max x y z. Null if the requirements do not hold: use `bendVertices`.
   */
  blend(
    scene: BoxScene,
    state: PoseState,
    posed: Float64Array,
    isStill: boolean,
    writeVertices: (vertices: Float64Array) => void,
  ): Float64Array | null {
    const { matrices } = state;
    if (!(isStill && !state.isRebound)) this.#isBound = false;
    // The core needs the matrix of at least one bone, as vertices without weights have bone 0.
    if (!state.isAffine || matrices.length === 32) return null;
    if (!this.#isBound) {
      writeVertices(this.#bound);
      bindVertices(this.#bound, matrices);
      this.#isBound = true;
    }
    const inverse = matrices.subarray(16, 32);
    const last = inverse.every((number, i) => number === IDENTITY[i]) ? null : inverse;
    const { bones, weights } = this;
    return scene[INTERNALS].blendVertices(
      { vertices: this.#bound, bones, weights, matrices: matrices.subarray(32), last },
      posed,
    );
  }
}
