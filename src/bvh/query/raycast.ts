import { BY_ID, type Order } from '../boxes/boxStore';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { writeFace, writeTriangleFace } from './faceNormal';
import { type RaySelection, withCallbacks } from './raySelection';
import {
  copyHitTriangle,
  createHitTriangle,
  NO_TRIANGLE,
  type HitTriangle,
  type RayVisitor,
} from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

/**
 * The closest hit of a ray: the hit with the smallest t. Of hits with equal t, it is the first in the order of the
 * boxes, and in one instance the triangle with the smallest number.
 */
export class ClosestHit implements RayVisitor {
  readonly isFirstEnough = true;
  /** The id of the box that is hit first, or -1 if the ray hits nothing. `t` is then Infinity. */
  id = -1;
  t = Infinity;
  /** The order of the boxes, which decides between hits with equal t. */
  order: Order = BY_ID;
  /** The triangle that is hit first, if the ray hits anything. Its number is NO_TRIANGLE if a box is hit. */
  readonly hitTriangle = createHitTriangle();

  reset(): void {
    this.id = -1;
    this.t = Infinity;
  }

  set(id: number, t: number, hitTriangle: HitTriangle | null): void {
    this.id = id;
    this.t = t;
    if (hitTriangle !== null) copyHitTriangle(hitTriangle, this.hitTriangle);
    else this.hitTriangle.triangle = NO_TRIANGLE;
  }

  visit(id: number, t: number, hitTriangle: HitTriangle | null): number {
    if (this.id < 0 || t < this.t || (t === this.t && this.#isBefore(id, hitTriangle))) {
      this.set(id, t, hitTriangle);
    }
    // Returning -Infinity would end the walk. But a line may hit several boxes at t = -Infinity, and a box that the
    // walk visits later may come first in the order of the boxes.
    return Math.max(this.t, -Number.MAX_VALUE);
  }

  /** Returns whether another hit with the same t comes before the closest hit so far. */
  #isBefore(id: number, hitTriangle: HitTriangle | null): boolean {
    if (id !== this.id) return this.order.comesBefore(id, this.id);
    return hitTriangle !== null && hitTriangle.triangle < this.hitTriangle.triangle;
  }
}

/** Finds the closest hit of a ray. Writes the hit to `hit`, and the normal of the face that is hit to `ray`. */
export function raycast(
  tree: Tree,
  ray: RayBuffer,
  selection: RaySelection,
  hit: ClosestHit,
  walk: RayWalk = walkRay,
): void {
  findClosest(tree, ray, selection, hit, walk);
  if (hit.id >= 0) writeFaceOf(tree, ray, hit);
}

/** Writes the normal of the box's face or the triangle that a ray hits into the ray's buffer. */
export function writeFaceOf(tree: Tree, ray: RayBuffer, { id, hitTriangle }: ClosestHit): void {
  if (hitTriangle.triangle === NO_TRIANGLE) writeFace(tree.boxes, id, ray);
  else writeTriangleFace(tree, id, hitTriangle.place, ray);
}

/** Finds the id and the t of the closest hit of a ray, and writes them to `hit`. */
export function findClosest(
  tree: Tree,
  ray: RayBuffer,
  selection: RaySelection,
  hit: ClosestHit,
  walk: RayWalk = walkRay,
): void {
  hit.reset();
  hit.order = tree.boxes;
  walk(tree, ray, selection.mask, withCallbacks(tree, ray, selection, hit));
}

class FirstFound implements RayVisitor {
  readonly isFirstEnough = true;
  id = -1;
  readonly #placeholders: number;
  readonly #tMax: number;

  constructor(placeholders: number, tMax: number) {
    this.#placeholders = placeholders;
    this.#tMax = tMax;
  }

  visit(id: number): number {
    this.id = id;
    return id < this.#placeholders ? this.#tMax : -Infinity;
  }
}

/** Returns the id of any box that a ray hits, or of a placeholder if it enters only placeholders, or -1 if none. */
export function raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection, walk: RayWalk = walkRay): number {
  const first = new FirstFound(tree.boxes.placeholders, ray[T_MAX]);
  walk(tree, ray, selection.mask, withCallbacks(tree, ray, selection, first));
  return first.id;
}

export interface HitAt {
  id: number;
  t: number;
  /** The triangle that the ray hits. Null if the ray hits a box. */
  hitTriangle: HitTriangle | null;
}

class AllHits implements RayVisitor {
  readonly isFirstEnough = false;
  readonly hits: HitAt[] = [];
  readonly #tMax: number;

  constructor(tMax: number) {
    this.#tMax = tMax;
  }

  visit(id: number, t: number, hitTriangle: HitTriangle | null): number {
    this.hits.push({ id, t, hitTriangle: hitTriangle && { ...hitTriangle } });
    return this.#tMax;
  }
}

/** Returns all hits of a ray, sorted by t, for equal t by the order of boxes, and then by the triangle's number. */
export function raycastAll(tree: Tree, ray: RayBuffer, selection: RaySelection): HitAt[] {
  const all = new AllHits(ray[T_MAX]);
  walkRay(tree, ray, selection.mask, withCallbacks(tree, ray, selection, all));
  const { boxes } = tree;
  return all.hits.sort((a, b) => {
    // The values of t are compared, not subtracted, because the difference of two equal infinities is NaN.
    if (a.t !== b.t) return a.t < b.t ? -1 : 1;
    if (a.id === b.id) return triangleOf(a) - triangleOf(b);
    return boxes.comesBefore(a.id, b.id) ? -1 : 1;
  });
}

function triangleOf({ hitTriangle }: HitAt): number {
  return hitTriangle === null ? NO_TRIANGLE : hitTriangle.triangle;
}
