import { show } from '../../primitives/check';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import { hitBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { NO_TRIANGLE, type HitTriangle, type RayVisitor } from '../meshes/rayVisitor';

/** Selects the boxes that a ray may hit, and may refine the t of a hit. */
export interface RaySelection {
  /** Only boxes whose mask shares a bit with this one count. If undefined, all boxes count. */
  mask?: number | undefined;
  /** Also called with the triangle, which is -1 for a box. */
  filter?: ((id: number, triangle: number) => boolean) | undefined;
  refine?: ((id: number, t: number) => number | null) | undefined;
}

/** Whether a query calls functions of the user. These may start another query before it ends. */
export function hasCallback({ filter, refine }: RaySelection): boolean {
  return filter !== undefined || refine !== undefined;
}

/**
 * How much earlier than the ray enters the box a refined t may be, relative to the sizes it is computed from. A finer
 * test rounds in its own way, maybe in float32, whose ε is 2^-24. Boxes that the ray enters later than the best refined
 * t by up to this much are visited, too, so the answer does not depend on the tree.
 */
const REFINE_TOLERANCE = 2 ** -20;

/** Returns the part of the tolerance that does not grow with t, in t. */
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
 * How much boxes are widened for a finer test, relative to the numbers they are tested with. This is thousands of units
 * in the last place, so the rounding of the box's test loses no hit of the finer test.
 */
export const REFINE_WIDENING = 2 ** -40;

/** Returns how much boxes are widened for a selection. */
export function wideningOf({ refine }: RaySelection): number {
  return refine === undefined ? 0 : REFINE_WIDENING;
}

/** Returns a visitor that runs the user's tests before another visitor. The walk tests the mask. */
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
    // A triangle needs no finer test.
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
   * Returns where the ray enters the box that it hits at `t`, or tMin if it starts inside. A solid box is hit there,
   * and nothing in the box can be hit earlier.
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
