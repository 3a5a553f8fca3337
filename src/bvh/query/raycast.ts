import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { Tree } from '../tree/tree';
import { writeFace } from './faceNormal';
import { type RaySelection, withCallbacks } from './raySelection';
import { type RayVisitor, type RayWalk, walkRay } from './walkRay';

/** The closest hit: the one with the smallest t, and for equal t with the smallest id. */
export class ClosestHit implements RayVisitor {
  readonly isFirstEnough = true;
  /** -1 if nothing is hit. `t` is then Infinity. */
  id = -1;
  t = Infinity;

  reset(): void {
    this.id = -1;
    this.t = Infinity;
  }

  visit(id: number, t: number): number {
    if (this.id < 0 || t < this.t || (t === this.t && id < this.id)) {
      this.id = id;
      this.t = t;
    }
    // -Infinity would end the walk. But a line may hit other boxes there, too, and one of them may have a smaller id.
    return Math.max(this.t, -Number.MAX_VALUE);
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
  if (hit.id >= 0) writeFace(tree.leaves, hit.id, ray);
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
