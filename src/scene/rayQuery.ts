import { ClosestHit } from '../bvh/query/raycast';
import type { RayBuffer, RayHolder } from '../primitives/flat/rayBuffer';
import { readRay, writeRange } from '../primitives/flat/rayBuffer';
import { SIDES, WIDENING } from '../primitives/flat/rayLayout';
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

  /** {@link read} without an object for the choice: for rays whose callers have checked their range. */
  readPart(ray: Ray, tMin: number, tMax: number, isSolid: boolean, widening: number, sides: number): void {
    readRay('ray', ray, this.#holder);
    const flat = this.#holder.ray;
    writeRange(tMin, tMax, isSolid, flat);
    flat[WIDENING] = widening;
    flat[SIDES] = sides;
  }
}
