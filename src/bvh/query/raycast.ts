import { BY_ID, type Order } from '../boxes/boxStore';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { Tree } from '../tree/tree';
import { writeFace } from './faceNormal';
import { type RaySelection, withCallbacks } from './raySelection';
import { copyMet, createTriangleMet, NO_TRIANGLE, type TriangleMet } from '../meshes/triangleMet';
import { writeTriangleFace } from '../meshes/triangleFace';
import type { RayVisitor } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

/** The closest hit: the one with the smallest t, for equal t the first in the order of the boxes, then with the smallest triangle. */
export class ClosestHit implements RayVisitor {
  readonly isFirstEnough = true;
  /** -1 if nothing is hit. `t` is then Infinity. */
  id = -1;
  t = Infinity;
  /** Decides between boxes with equal t. */
  order: Order = BY_ID;
  /** Set if there is a hit: the triangle, or one with the number NO_TRIANGLE if a box is hit. */
  readonly met = createTriangleMet();

  reset(): void {
    this.id = -1;
    this.t = Infinity;
  }

  set(id: number, t: number, met: TriangleMet | null): void {
    this.id = id;
    this.t = t;
    if (met !== null) copyMet(met, this.met);
    else this.met.triangle = NO_TRIANGLE;
  }

  visit(id: number, t: number, met: TriangleMet | null): number {
    if (this.id < 0 || t < this.t || (t === this.t && this.#isBefore(id, met))) {
      this.id = id;
      this.t = t;
      if (met !== null) copyMet(met, this.met);
      else this.met.triangle = NO_TRIANGLE;
    }
    // -Infinity would end the walk. But a line may hit other boxes there, too, and one of them may come before this one.
    return Math.max(this.t, -Number.MAX_VALUE);
  }

  /** Whether another hit with the same t comes before this one. */
  #isBefore(id: number, met: TriangleMet | null): boolean {
    if (id !== this.id) return this.order.comesBefore(id, this.id);
    return met !== null && met.triangle < this.met.triangle;
  }
}

/** Finds the closest hit, and writes it to `hit` and its face to `ray`. */
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

/** Writes the face of the box or the triangle that is hit to the ray. */
export function writeFaceOf(tree: Tree, ray: RayBuffer, { id, met }: ClosestHit): void {
  if (met.triangle === NO_TRIANGLE) writeFace(tree.boxes, id, ray);
  else writeTriangleFace(tree, id, met.place, ray);
}

/** Finds the id and the t of the closest hit, and writes them to `hit`. */
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
