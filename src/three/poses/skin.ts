import type { BoxScene } from 'slabtree';
import { Matrix4 } from 'three';
import type { Attribute } from '../meshes/readTriangles';
import { attributeNumbers } from './attributeNumbers';
import type { PoseState } from './poseState';
import { bindVertices } from './poseVertices';

const IDENTITY = /* @__PURE__ */ (() => new Matrix4().elements)();

/** The bones that vertices follow. */
export class Skin {
  /** Four for each vertex, and as many weights. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** The vertices as the bind matrix has placed them. */
  readonly #bound: Float64Array;
  #isBound = false;
  /** The largest number of a bone that a vertex follows, and the vertex. */
  #largest = -1;
  #vertex = -1;

  constructor(skinIndex: Attribute, skinWeight: Attribute, vertices: number) {
    this.bones = attributeNumbers(skinIndex, 4, new Uint32Array(4 * vertices));
    this.weights = attributeNumbers(skinWeight, 4, new Float64Array(4 * vertices));
    this.#bound = new Float64Array(3 * vertices);
    for (let i = 0; i < this.bones.length; i++) {
      // Nothing follows this bone, so it may be any.
      if (this.weights[i] === 0) this.bones[i] = 0;
      else if (this.bones[i] > this.#largest) {
        this.#largest = this.bones[i];
        this.#vertex = Math.floor(i / 4);
      }
    }
  }

  /** Throws if a vertex follows a bone that the skeleton does not have, as three.js does. */
  checkBones({ matrices }: PoseState): void {
    const count = (matrices.length - 32) / 16;
    if (this.#largest < count) return;
    throw new RangeError(
      `skinIndex of vertex ${this.#vertex} must be less than ${count}, the number of bones, got ${this.#largest}`,
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
    return scene.blendVertices({ vertices: this.#bound, bones, weights, matrices: matrices.subarray(32), last }, posed);
  }
}
