import { show } from '../../primitives/check';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import type { RayVisitor } from './walkRay';

/** Which of the boxes that a ray hits count, and where. */
export interface RaySelection {
  /** Only boxes whose mask shares a bit with it; undefined for all boxes. */
  mask?: number | undefined;
  filter?: ((id: number) => boolean) | undefined;
  refine?: ((id: number, t: number) => number | null) | undefined;
}

/** Whether a query calls back, and so may find itself in the middle of another. */
export function hasCallback({ filter, refine }: RaySelection): boolean {
  return filter !== undefined || refine !== undefined;
}

/**
 * How much earlier than the box itself a refined t may be, relative to the sizes it is computed from: a finer test rounds
 * in its own way, in float32 perhaps. Boxes that the ray enters that much later than the best refined t are visited too,
 * so that the answer stays independent of the tree.
 */
export const GRACE = 2 ** -20;

/** The part of that which is the same wherever along the ray a box is, in t. */
export function graceOf(tree: Tree, ray: RayBuffer): number {
  let size = 0;
  let direction = 0;
  for (let k = 0; k < 3; k++) {
    size = Math.max(size, Math.abs(ray[k]) + tree.magnitude[k]);
    direction = Math.max(direction, Math.abs(ray[k + 3]));
  }
  return (GRACE * size) / direction;
}

/**
 * How much boxes are widened, relative to the numbers at hand: where there is a finer test, by 8,192 units in the last place,
 * so that what it finds by its own rounding is not lost to that of the box.
 */
export function wideningOf({ refine }: RaySelection): number {
  return refine === undefined ? 0 : 2 ** -40;
}

/** Puts the user's own tests before a visitor. The mask is tested in the walk. */
export function withCallbacks(tree: Tree, ray: RayBuffer, selection: RaySelection, visitor: RayVisitor): RayVisitor {
  const { filter, refine } = selection;
  const refined = refine === undefined ? visitor : new Refine(tree, ray, refine, visitor);
  return filter === undefined ? refined : new Filter(ray[T_MAX], filter, refined);
}

class Filter implements RayVisitor {
  readonly #filter: (id: number) => boolean;
  readonly #next: RayVisitor;
  #limit: number;

  constructor(limit: number, filter: (id: number) => boolean, next: RayVisitor) {
    this.#limit = limit;
    this.#filter = filter;
    this.#next = next;
  }

  visit(id: number, t: number): number {
    if (this.#filter(id)) this.#limit = this.#next.visit(id, t);
    return this.#limit;
  }
}

class Refine implements RayVisitor {
  readonly #tree: Tree;
  readonly #ray: RayBuffer;
  readonly #refine: (id: number, t: number) => number | null;
  readonly #next: RayVisitor;
  readonly #grace: number;
  #limit: number;

  constructor(tree: Tree, ray: RayBuffer, refine: (id: number, t: number) => number | null, next: RayVisitor) {
    this.#tree = tree;
    this.#ray = ray;
    this.#refine = refine;
    this.#next = next;
    this.#limit = ray[T_MAX];
    this.#grace = graceOf(tree, ray);
  }

  visit(id: number, t: number): number {
    const refined = this.#refine(id, t);
    if (refined === null) return this.#limit;
    if (typeof refined !== 'number' || Number.isNaN(refined)) {
      throw new TypeError(`refine must return a t, or null for a miss, got ${show(refined)} for box ${id}`);
    }
    const entry = this.#entryOf(id, t);
    if (refined < entry - this.#graceAt(refined)) {
      throw new RangeError(
        `refine must return a t in the box, got ${refined} for box ${id}, which the ray enters at ${entry}; ` +
          't counts in units of ray.direction, so a distance must be divided by its length',
      );
    }
    const isInRange = refined >= this.#ray[T_MIN] && refined <= this.#ray[T_MAX];
    if (isInRange) {
      const limit = this.#next.visit(id, refined + 0);
      this.#limit = limit + this.#graceAt(limit);
    }
    return this.#limit;
  }

  /**
   * Where the ray enters the box that it hits at `t`, or tMin, which is where the solid box is hit: nothing in the box can be
   * met before.
   */
  #entryOf(id: number, t: number): number {
    const ray = this.#ray;
    if (ray[SOLID] !== 0) return t;
    const { leaves } = this.#tree;
    ray[SOLID] = 1;
    const entry = leaves.hit(leaves.places[id], ray);
    ray[SOLID] = 0;
    return entry;
  }

  #graceAt(t: number): number {
    return Number.isFinite(t) ? this.#grace + GRACE * Math.abs(t) : 0;
  }
}
