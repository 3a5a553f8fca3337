import { ClosestHit } from '../../bvh/query/raycast';
import { hasCallback } from '../../bvh/query/raySelection';
import { createRayBuffer, type RayBuffer, type RayHolder, readRay, writeRange } from '../../primitives/flat/rayBuffer';
import { SIDES, WIDENING } from '../../primitives/flat/rayLayout';
import { Reusable } from '../../primitives/reusable';
import type { Ray } from '../../primitives/shapes/ray';
import { type RaySettings, writeSettings } from '../arguments/raycastOptions';

/** The working space of a query for one ray: the ray, its range, and the closest hit. */
export class RaySpace {
  readonly closest = new ClosestHit();
  readonly #holder: RayHolder;

  constructor(holder: RayHolder) {
    this.#holder = holder;
  }

  /** The ray, in an array that is replaced when memory grows: read the property again after an allocation. */
  get ray(): RayBuffer {
    return this.#holder.ray;
  }

  read(ray: Ray, settings: RaySettings): void {
    readRay('ray', ray, this.#holder);
    writeSettings(settings, this.#holder.ray);
  }

  /** Reads a ray like {@link read}, with settings that the caller has checked and passes as single arguments. */
  readPart(ray: Ray, tMin: number, tMax: number, isSolid: boolean, widening: number, sides: number): void {
    readRay('ray', ray, this.#holder);
    const flat = this.#holder.ray;
    writeRange(tMin, tMax, isSolid, flat);
    flat[WIDENING] = widening;
    flat[SIDES] = sides;
  }
}

/** The working spaces of a scene's ray queries. */
export class RaySpaces {
  /** The working space for rays without callbacks: no user's code runs between reading the ray and its answer. */
  readonly shared: RaySpace;
  readonly #others = new Reusable(() => new RaySpace({ ray: createRayBuffer() }));

  constructor(holder: RayHolder) {
    this.shared = new RaySpace(holder);
  }

  /** Reads a ray into a working space. Give the working space back after the query, unless the query has thrown. */
  read(ray: Ray, settings: RaySettings): RaySpace {
    const space = hasCallback(settings) ? this.#others.take() : this.shared;
    space.read(ray, settings);
    return space;
  }

  /** Returns a working space for a query with callbacks, which may cast other rays. */
  take(): RaySpace {
    return this.#others.take();
  }

  giveBack(space: RaySpace): void {
    if (space !== this.shared) this.#others.giveBack(space);
  }
}
