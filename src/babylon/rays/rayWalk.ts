import type { Ray } from '@babylonjs/core/Culling/ray.core.js';
import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import { INTERNALS } from '../../scene/internals';
import type { IndexTables } from '../boxes/meshEntry';
import { maskFor } from '../boxes/masks';
import type { PickSearch } from './pickSearch';

/**
 * How much boxes are widened for a ray, relative to the numbers in the box test. `Ray.intersectsBox` takes a local direction of less
 * than 1e-7 along an axis as 0, which moves the end of the ray by 1e-7 of its length on each axis. The inverse of a matrix is
 * rounded by 128·2^-53·κ² at most (see bvh/margins/linkMargin.ts), with a condition κ of up to 2^11 (see boxes/placement.ts): 2^-24.
 */
const WIDENING = 2 ** -20;

/**
 * How much farther than the closest hit boxes are visited, relative to its distance. Babylon.js measures a distance after the
 * float32 inverse and the world matrix, whose product is off from 1 by 3·2^-24·κ: by 2^-11.4.
 */
const FARTHER = 2 ** -10;
/** The same, relative to the coordinates of the ray's origin, beside which a small box is a point. */
const FARTHER_FROM_ORIGIN = 2 ** -16;

/** Visits the boxes along a ray, nearest first, and tests their meshes, up to the closest hit. */
export class RayWalk implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #tables: IndexTables;
  readonly #search: PickSearch;
  readonly #ray: Ray;
  readonly #length: number;
  readonly #size: number;
  /** Whether boxes beyond the closest hit are visited, too. */
  #isWhole = false;

  constructor(tables: IndexTables, search: PickSearch, ray: Ray) {
    this.#tables = tables;
    this.#search = search;
    this.#ray = ray;
    this.#length = ray.direction.length();
    const { x, y, z } = ray.origin;
    this.#size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  }

  /**
   * Visits the boxes.
   *
   * @param takesAll whether a predicate decides about all meshes, pickable or not.
   */
  walk(takesAll: boolean): void {
    this.#isWhole = true;
    this.#walk(maskFor(false, takesAll));
    this.#isWhole = false;
    this.#walk(maskFor(true, takesAll));
  }

  #walk(mask: number): void {
    this.#tables.scene[INTERNALS].visitCandidates(this.#ray, 0, this.#end, mask, this, WIDENING);
  }

  /** Called for a box that the ray enters at `t`. Returns the t up to which the walk goes on. */
  visit(id: number): number {
    this.#search.testBox(id, this.#tables.entries);
    return this.#end;
  }

  get #end(): number {
    const { limit } = this.#search;
    if (this.#isWhole || limit === Infinity) return Number.MAX_VALUE;
    return (limit * (1 + FARTHER) + this.#size * FARTHER_FROM_ORIGIN) / this.#length;
  }
}

/** Whether a ray can be walked along: it is finite, has a direction, and hits no farther beside triangles than boxes are wide. */
export function isWalkable({ origin, direction, epsilon }: Ray): boolean {
  const sum = origin.x + origin.y + origin.z + direction.x + direction.y + direction.z;
  const length = direction.length();
  return Number.isFinite(sum) && length > 2 ** -400 && length < 2 ** 400 && epsilon <= 0.001;
}
