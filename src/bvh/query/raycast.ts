import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { Tree } from '../tree/tree';
import { writeFaceNormal } from './faceNormal';
import { type RaySelection, withCallbacks } from './raySelection';
import { copyMet, createTriangleMet, NO_TRIANGLE, type TriangleMet } from '../meshes/triangleMet';
import { writeTriangleNormal } from '../meshes/triangleNormal';
import type { RayVisitor } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

/** The closest hit: the one with the smallest t, for equal t with the smallest id, then with the smallest triangle. */
export class ClosestHit implements RayVisitor {
  /** -1 if nothing is hit. `t` is then Infinity. */
  id = -1;
  t = Infinity;
  /** Set if there is a hit: the triangle, or one with the number NO_TRIANGLE if a box is hit. */
  readonly met = createTriangleMet();
  /**
   * Set if there is a hit: the outward normal, of any length, of the face or of the triangle's front. Zero if the ray starts
   * in a solid box.
   */
  readonly normal = new Float64Array(3);
  /** Set if there is a hit: whether the ray starts inside the box. */
  inside = false;

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
    if (this.id < 0 || t < this.t || (t === this.t && this.#comesBefore(id, met))) {
      this.id = id;
      this.t = t;
      if (met !== null) copyMet(met, this.met);
      else this.met.triangle = NO_TRIANGLE;
    }
    // -Infinity would end the walk. But a line may hit other boxes there, too, and one of them may have a smaller id.
    return Math.max(this.t, -Number.MAX_VALUE);
  }

  /** Whether another hit with the same t comes before this one. */
  #comesBefore(id: number, met: TriangleMet | null): boolean {
    return id < this.id || (id === this.id && met !== null && met.triangle < this.met.triangle);
  }
}

/** Finds the closest hit and its face, and writes them to `hit`. */
export function raycast(
  tree: Tree,
  ray: RayBuffer,
  selection: RaySelection,
  hit: ClosestHit,
  walk: RayWalk = walkRay,
): void {
  findClosest(tree, ray, selection, hit, walk);
  if (hit.id >= 0) findFace(tree, ray, hit);
}

/** Finds the face of the box or the triangle that `hit` names, and writes it to `hit`. */
export function findFace(tree: Tree, ray: RayBuffer, hit: ClosestHit): void {
  if (hit.met.triangle !== NO_TRIANGLE) {
    writeTriangleNormal(tree, hit.id, hit.met.place, hit.normal);
    hit.inside = false;
    return;
  }
  hit.inside = writeFaceNormal(tree.leaves, hit.id, ray, hit.normal);
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
  walk(tree, ray, selection.mask, withCallbacks(tree, ray, selection, hit));
}
