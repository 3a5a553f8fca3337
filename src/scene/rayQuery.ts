import { ClosestHit } from '../bvh/query/raycast';
import type { RayBuffer, RayHolder } from '../primitives/flat/rayBuffer';
import { readRay } from '../primitives/flat/rayBuffer';
import type { Ray } from '../primitives/shapes/ray';
import { type RayChoice, writeChoice } from './arguments/raycastOptions';

/** The working space of a query for one ray: the ray, its range, and the closest hit. */
export class RayQuery {
  readonly closest = new ClosestHit();
  readonly #holder: RayHolder;

  constructor(holder: RayHolder) {
    this.#holder = holder;
  }

  /** Ask for it again after anything that may allocate memory. */
  get ray(): RayBuffer {
    return this.#holder.ray;
  }

  read(ray: Ray, choice: RayChoice): void {
    readRay('ray', ray, this.#holder);
    writeChoice(choice, this.#holder.ray);
  }
}
