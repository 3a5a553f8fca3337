import { seededRandom } from './random';
import { type Scene, createScene } from './scenes';
import { type Step, type World, drive, flock, fly, gather, replace, walk } from './steps';

/** How boxes move. */
export interface Scenario {
  readonly name: string;
  /** The share of all boxes that changes in a frame. */
  readonly share: number;
  /** Whether the same boxes change in every frame. Otherwise others do. */
  readonly isSame: boolean;
  /** Begins the motion. */
  readonly begin: (world: World) => Step;
  /** Whether boxes stay near their place of the last frame, go far from it, are exchanged for others, or travel for long. */
  readonly kind: 'near' | 'far' | 'exchange' | 'travel';
}

/** Twice the mean of randomHalfSize. */
const MEAN_SIZE = 0.8;
/** Steps of up to this along each of three axes, in either direction, have a mean length of a fifth of a box. */
export const SMALL_STEP = MEAN_SIZE / 5;

const travel = { kind: 'travel', isSame: true } as const;
const others = { isSame: false } as const;

export const scenarios: readonly Scenario[] = [
  { name: 'small steps', share: 0.1, ...others, kind: 'near', begin: (world) => walk(world, SMALL_STEP) },
  { name: 'long steps', share: 0.1, ...others, kind: 'far', begin: (world) => walk(world, world.width / 10) },
  { name: 'all moving', share: 1, ...others, kind: 'near', begin: (world) => walk(world, SMALL_STEP) },
  { name: 'come and go', share: 0.01, ...others, kind: 'exchange', begin: replace },
  { name: 'straight on, slow', share: 0.1, ...travel, begin: (world) => fly(world, SMALL_STEP) },
  { name: 'straight on, fast', share: 0.1, ...travel, begin: (world) => fly(world, MEAN_SIZE) },
  { name: 'straight on, very fast', share: 0.1, ...travel, begin: (world) => fly(world, 3 * MEAN_SIZE) },
  { name: 'straight on, by turns', share: 0.1, ...travel, ...others, begin: (world) => fly(world, MEAN_SIZE) },
  { name: 'all straight on', share: 1, ...travel, begin: (world) => fly(world, SMALL_STEP) },
  { name: 'flocks', share: 1, ...travel, begin: (world) => flock(world, MEAN_SIZE) },
  { name: 'gather and scatter', share: 0.1, ...travel, begin: gather },
  { name: 'traffic', share: 0.2, ...travel, begin: (world) => drive(world, MEAN_SIZE) },
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
  readonly #isSame: boolean;
  readonly #step: Step;
  /** In float64, and rounded for each frame. Otherwise roundings would add up and change the sizes of boxes. */
  readonly #centers: Float64Array;
  readonly #halfSizes: Float64Array;
  /** All ids. Those that change in a frame come first. */
  readonly #ids: Uint32Array;
  readonly #changes: Changes;

  constructor(boxes: number, { share, isSame, begin }: Scenario) {
    this.scene = createScene('uniform', boxes);
    this.#isSame = isSame;
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
    if (isSame && count < boxes) this.#choose();
    const { width } = this.scene;
    this.#step = begin({ centers: this.#centers, halfSizes: this.#halfSizes, width, random: this.#random });
  }

  /** Moves on to the next frame. The result is valid until the next call. */
  next(): Changes {
    const { ids, boxes } = this.#changes;
    if (!this.#isSame && ids.length < this.#ids.length) this.#choose();
    this.#step(ids);
    const { bounds } = this.scene;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index];
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
}
