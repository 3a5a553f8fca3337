import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { Tree } from '../tree/tree';
import { writeFaceNormal } from './faceNormal';
import { type RaySelection, withCallbacks } from './raySelection';
import { type RayVisitor, type RayWalk, walkRay } from './walkRay';

/** The closest hit: the smallest t, and among equal ones the smallest id. */
export class ClosestHit implements RayVisitor {
  /** -1 and Infinity where nothing is hit. */
  id = -1;
  t = Infinity;
  /** Of a hit: the outward normal, of any length, of the face that is met; zero for a solid box met from inside. */
  readonly normal = new Float64Array(3);
  /** Of a hit: whether the ray starts inside the box. */
  inside = false;

  reset(): void {
    this.id = -1;
    this.t = Infinity;
  }

  visit(id: number, t: number): number {
    if (this.id < 0 || t < this.t || (t === this.t && id < this.id)) {
      this.id = id;
      this.t = t;
    }
    // Not -Infinity, which would end the walk: a line may meet other boxes there, and one with a smaller id.
    return Math.max(this.t, -Number.MAX_VALUE);
  }
}

/** Finds the closest hit into `hit`, its normal too. */
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

/** Finds the face of the box that is hit. */
export function findFace(tree: Tree, ray: RayBuffer, hit: ClosestHit): void {
  hit.inside = writeFaceNormal(tree.leaves, hit.id, ray, hit.normal);
}

/** Finds the closest hit's id and t into `hit`. */
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
