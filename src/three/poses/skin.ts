import type { BoxScene } from 'slabtree';
import { Matrix4 } from 'three';
import { INTERNALS } from '../../scene/internals';
import type { Attribute } from '../meshes/readTriangles';
import { attributeNumbers } from './attributeNumbers';
import type { PoseState } from './poseState';
import { bindVertices } from './poseVertices';

const IDENTITY = /* @__PURE__ */ (() => new Matrix4().elements)();

/** The bones that vertices follow. */
export class Skin {
  /** Four for each vertex, and as many weights. Nothing follows a bone without weight, so it may be any: it is 0. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** The vertices as the bind matrix has placed them. */
  readonly #bound: Float64Array;
  #isBound = false;
  /** The largest number of a bone that a vertex follows, where Infinity stands for what is no number of a bone. */
  #largest = -1;
  /** The vertex, and what it has. */
  #vertex = -1;
  #number = -1;

  constructor(skinIndex: Attribute, skinWeight: Attribute, vertices: number) {
    const numbers = attributeNumbers(skinIndex, 4, vertices);
    this.weights = attributeNumbers(skinWeight, 4, vertices);
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

  /** Throws if a vertex follows a bone that the skeleton does not have, as three.js does. */
  checkBones({ matrices }: PoseState): void {
    const count = (matrices.length - 32) / 16;
    if (this.#largest < count) return;
    throw new RangeError(
      `skinIndex of vertex ${this.#vertex} must be the number of one of the ${count} bones, got ${this.#number}`,
    );
  }

  /**
   * Places vertices by the core, if they are finite, and w is 1 wherever three.js computes it: then it does not matter that the core
   * leaves w out, adds what has no weight, and leaves the inverse of the bind matrix out where that is the identity. A sum
   * that begins with 0 is never -0.
   *
   * @param isStill whether the vertices before the bind matrix are the same as the last time.
   * @param writeVertices writes those.
   * @returns the box around them: min x y z, max x y z. Null if it has to be done otherwise.
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
    // Vertices that follow nothing are given bone 0.
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
