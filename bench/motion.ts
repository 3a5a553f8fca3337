import { seededRandom } from './random';
import { type Scene, createScene, randomHalfSize } from './scenes';

/** How boxes move. */
export interface Scenario {
  readonly name: string;
  /** The share of all boxes that changes in a frame. */
  readonly share: number;
  /** How far a box moves at most along each axis, in either direction. Null if boxes are exchanged for others. */
  readonly reachIn: ((scene: Scene) => number) | null;
  /** Whether boxes stay near their place of the last frame, go far from it, or are exchanged for others. */
  readonly kind: 'near' | 'far' | 'exchange';
}

/** Twice the mean of {@link randomHalfSize}. */
const MEAN_SIZE = 0.8;
/** Steps of up to this along each of three axes, in either direction, have a mean length of a fifth of a box. */
export const SMALL_STEP = MEAN_SIZE / 5;

export const scenarios: readonly Scenario[] = [
  { name: 'small steps', share: 0.1, reachIn: () => SMALL_STEP, kind: 'near' },
  { name: 'long steps', share: 0.1, reachIn: ({ width }) => width / 10, kind: 'far' },
  { name: 'all moving', share: 1, reachIn: () => SMALL_STEP, kind: 'near' },
  { name: 'come and go', share: 0.01, reachIn: null, kind: 'exchange' },
];

/** What changes in a frame. */
export interface Changes {
  /** All ids in order, or a random choice. */
  readonly ids: Uint32Array;
  /** The new boxes, 6 numbers each. */
  readonly boxes: Float32Array;
}

/** The uniform scene in motion. It comes from a seed, so all contenders get the same frames. */
export class Motion {
  /** The scene in the latest frame. */
  readonly scene: Scene;
  readonly #random = seededRandom(7);
  readonly #reach: number | null;
  /** In float64, and rounded for each frame. Otherwise roundings would add up and change the sizes of boxes. */
  readonly #centers: Float64Array;
  readonly #halfSizes: Float64Array;
  /** All ids. Those that change in a frame come first. */
  readonly #ids: Uint32Array;
  readonly #changes: Changes;

  constructor(boxes: number, { share, reachIn }: Scenario) {
    this.scene = createScene('uniform', boxes);
    this.#reach = reachIn === null ? null : reachIn(this.scene);
    const { bounds } = this.scene;
    this.#centers = new Float64Array(3 * boxes);
    this.#halfSizes = new Float64Array(3 * boxes);
    for (let k = 0; k < 3 * boxes; k++) {
      const at = 6 * Math.floor(k / 3) + (k % 3);
      this.#centers[k] = (bounds[at] + bounds[at + 3]) / 2;
      this.#halfSizes[k] = (bounds[at + 3] - bounds[at]) / 2;
    }
    this.#ids = Uint32Array.from({ length: boxes }, (_, id) => id);
    const count = Math.max(1, Math.round(share * boxes));
    this.#changes = { ids: this.#ids.subarray(0, count), boxes: new Float32Array(6 * count) };
  }

  /** Moves on to the next frame. The result is valid until the next call. */
  next(): Changes {
    const { ids, boxes } = this.#changes;
    if (ids.length < this.#ids.length) this.#choose();
    const { bounds } = this.scene;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index];
      if (this.#reach === null) this.#replace(id);
      else this.#step(id, this.#reach);
      for (let axis = 0; axis < 3; axis++) {
        const center = this.#centers[3 * id + axis];
        const half = this.#halfSizes[3 * id + axis];
        boxes[6 * index + axis] = bounds[6 * id + axis] = center - half;
        boxes[6 * index + 3 + axis] = bounds[6 * id + 3 + axis] = center + half;
      }
    }
    return this.#changes;
  }

  /** Makes another random choice of as many ids: the first steps of a Fisher-Yates shuffle. */
  #choose(): void {
    const all = this.#ids;
    for (let index = 0; index < this.#changes.ids.length; index++) {
      const other = index + Math.floor(this.#random() * (all.length - index));
      [all[index], all[other]] = [all[other], all[index]];
    }
  }

  /** Boxes bounce off the faces of the scene, so that they stay evenly spread. */
  #step(id: number, reach: number): void {
    const { width } = this.scene;
    for (let k = 3 * id; k < 3 * id + 3; k++) {
      const there = Math.abs(this.#centers[k] + (2 * this.#random() - 1) * reach);
      this.#centers[k] = there > width ? 2 * width - there : there;
    }
  }

  #replace(id: number): void {
    this.#halfSizes.set(randomHalfSize(this.#random), 3 * id);
    for (let k = 3 * id; k < 3 * id + 3; k++) this.#centers[k] = this.#random() * this.scene.width;
  }
}
