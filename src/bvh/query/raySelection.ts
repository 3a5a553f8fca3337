import { show } from '../../primitives/check';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { hitBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { NO_TRIANGLE, type HitTriangle, type RayVisitor } from '../meshes/rayVisitor';

/** Selects the boxes that a ray may hit, and may replace the t at which the ray hits a box by the t of a finer test. */
export interface RaySelection {
  /** A ray hits only boxes whose mask shares a bit with this mask. If it is undefined, masks do not matter. */
  mask?: number | undefined;
  /** Returns whether a hit counts. Called with the id of the hit and its triangle, which is -1 for a hit on a box. */
  filter?: ((id: number, triangle: number) => boolean) | undefined;
  refine?: ((id: number, t: number) => number | null) | undefined;
}

/** Returns whether a ray query calls functions of the user, which may start another query before the query ends. */
export function hasCallback({ filter, refine }: RaySelection): boolean {
  return filter !== undefined || refine !== undefined;
}

/**
 * A user's finer test may return a t that is less than the t at which the ray enters the box, by at most this much,
 * relative to the numbers that both are computed from. The test may round in float32, whose ε is 2^-24. Boxes that the
 * ray enters later than the best refined t, by up to this tolerance, are visited, too, so the hit does not depend on
 * the tree.
 */
const REFINE_TOLERANCE = 2 ** -20;

/** Returns the part of the tolerance for a finer test that does not grow with t, in the unit of t. */
function toleranceOf(tree: Tree, ray: RayBuffer): number {
  let size = 0;
  let direction = 0;
  for (let k = 0; k < 3; k++) {
    size = Math.max(size, Math.abs(ray[k]) + tree.magnitude[k]);
    direction = Math.max(direction, Math.abs(ray[k + 3]));
  }
  return (REFINE_TOLERANCE * size) / direction;
}

/**
 * How much boxes are widened if the user refines hits by a finer test, relative to the numbers in the box test. This is
 * thousands of units in the last place, so no hit of the finer test is lost to rounding in the box test.
 */
export const REFINE_WIDENING = 2 ** -40;

/** Returns how much boxes are widened for the finer test of a selection: 0 if the selection has none. */
export function wideningOf({ refine }: RaySelection): number {
  return refine === undefined ? 0 : REFINE_WIDENING;
}

/** Returns a visitor that passes hits on to another visitor if the user's filter and finer test accept them. */
export function withCallbacks(tree: Tree, ray: RayBuffer, selection: RaySelection, visitor: RayVisitor): RayVisitor {
  const { filter, refine } = selection;
  const refined = refine === undefined ? visitor : new Refine(tree, ray, refine, visitor);
  return filter === undefined ? refined : new Filter(ray[T_MAX], filter, refined);
}

class Filter implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #filter: (id: number, triangle: number) => boolean;
  readonly #next: RayVisitor;
  #limit: number;

  constructor(limit: number, filter: (id: number, triangle: number) => boolean, next: RayVisitor) {
    this.#limit = limit;
    this.#filter = filter;
    this.#next = next;
  }

  visit(id: number, t: number, hitTriangle: HitTriangle | null): number {
    const triangle = hitTriangle === null ? NO_TRIANGLE : hitTriangle.triangle;
    if (this.#filter(id, triangle)) this.#limit = this.#next.visit(id, t, hitTriangle);
    return this.#limit;
  }
}

class Refine implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #tree: Tree;
  readonly #ray: RayBuffer;
  readonly #refine: (id: number, t: number) => number | null;
  readonly #next: RayVisitor;
  readonly #tolerance: number;
  #limit: number;

  constructor(tree: Tree, ray: RayBuffer, refine: (id: number, t: number) => number | null, next: RayVisitor) {
    this.#tree = tree;
    this.#ray = ray;
    this.#refine = refine;
    this.#next = next;
    this.#limit = ray[T_MAX];
    this.#tolerance = toleranceOf(tree, ray);
  }

  visit(id: number, t: number, hitTriangle: HitTriangle | null): number {
    // The user's finer test is for boxes: a hit on a triangle is exact already.
    if (hitTriangle !== null) {
      const limit = this.#next.visit(id, t, hitTriangle);
      this.#limit = limit + this.#toleranceAt(limit);
      return this.#limit;
    }
    const refined = this.#refine(id, t);
    if (refined === null) return this.#limit;
    if (typeof refined !== 'number' || Number.isNaN(refined)) {
      throw new TypeError(`refine must return a t, or null for a miss, got ${show(refined)} for box ${id}`);
    }
    const entry = this.#entryOf(id, t);
    if (refined < entry - this.#toleranceAt(refined)) {
      throw new RangeError(
        `refine must return a t in the box, got ${refined} for box ${id}, which the ray enters at ${entry}; ` +
          't counts in units of ray.direction, so divide a distance by the length of ray.direction',
      );
    }
    const isInRange = refined >= this.#ray[T_MIN] && refined <= this.#ray[T_MAX];
    if (isInRange) {
      const limit = this.#next.visit(id, refined + 0, null);
      this.#limit = limit + this.#toleranceAt(limit);
    }
    return this.#limit;
  }

  /**
   * Returns the t at which the ray enters the box that it hits at `t`, or tMin if the ray starts inside the box. This
   * is the t at which the ray would hit the box if it were solid, and nothing in the box is hit earlier.
   */
  #entryOf(id: number, t: number): number {
    const ray = this.#ray;
    if (ray[SOLID] !== 0) return t;
    const { boxes } = this.#tree;
    ray[SOLID] = 1;
    const entry = hitBox(boxes, boxes.places[id], ray);
    ray[SOLID] = 0;
    return entry;
  }

  #toleranceAt(t: number): number {
    return Number.isFinite(t) ? this.#tolerance + REFINE_TOLERANCE * Math.abs(t) : 0;
  }
}
