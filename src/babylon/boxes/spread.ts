import type { Matrix } from '@babylonjs/core/Maths/math.vector.js';

/** Where the origins of boxes are in the world, and how far their matrices spread rounding: see rays/pointerVolume.ts. */
export class Spread {
  /** The bounds of the translations of the world matrices: min x y z, max x y z. */
  readonly bounds = new Float64Array(6);
  /** The largest number of |N|·|M| of any box: see `Placement.spread`. 0 if there are no boxes. */
  largest = 0;
  /** The largest condition of a world matrix: see `Placement.condition`. */
  condition = 0;

  constructor() {
    this.clear();
  }

  /** The sum of the largest sizes of a translation on each axis. 0 if there are no boxes. */
  get reach(): number {
    let sum = 0;
    for (let k = 0; this.largest > 0 && k < 3; k++) {
      sum += Math.max(Math.abs(this.bounds[k]), Math.abs(this.bounds[k + 3]));
    }
    return sum;
  }

  clear(): void {
    this.bounds.fill(Infinity, 0, 3).fill(-Infinity, 3);
    this.largest = 0;
    this.condition = 0;
  }

  add({ m }: Matrix, spread: number, condition: number): void {
    const { bounds } = this;
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], m[12 + k]);
      bounds[k + 3] = Math.max(bounds[k + 3], m[12 + k]);
    }
    this.largest = Math.max(this.largest, spread);
    this.condition = Math.max(this.condition, condition);
  }

  addAll(other: Spread): void {
    const { bounds } = this;
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], other.bounds[k]);
      bounds[k + 3] = Math.max(bounds[k + 3], other.bounds[k + 3]);
    }
    this.largest = Math.max(this.largest, other.largest);
    this.condition = Math.max(this.condition, other.condition);
  }
}
