import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { type RaySelection, withCallbacks } from './raySelection';
import { NO_TRIANGLE, type TriangleMet } from '../meshes/triangleMet';
import type { RayVisitor } from '../meshes/rayVisitor';
import { walkRay } from './walkRay';

export interface HitAt {
  id: number;
  t: number;
  /** Null for a box. */
  met: TriangleMet | null;
}

class AllHits implements RayVisitor {
  readonly isFirstEnough = false;
  readonly hits: HitAt[] = [];
  readonly #tMax: number;

  constructor(tMax: number) {
    this.#tMax = tMax;
  }

  visit(id: number, t: number, met: TriangleMet | null): number {
    this.hits.push({ id, t, met: met && { ...met } });
    return this.#tMax;
  }
}

/** Finds every hit. Sorts them by t, for equal t in the order of the boxes, and then by triangle. */
export function raycastAll(tree: Tree, ray: RayBuffer, selection: RaySelection): HitAt[] {
  const all = new AllHits(ray[T_MAX]);
  walkRay(tree, ray, selection.mask, withCallbacks(tree, ray, selection, all));
  const { boxes } = tree;
  return all.hits.sort((a, b) => {
    // They are compared, not subtracted: the difference of two equal infinities is NaN.
    if (a.t !== b.t) return a.t < b.t ? -1 : 1;
    if (a.id === b.id) return triangleOf(a) - triangleOf(b);
    return boxes.comesBefore(a.id, b.id) ? -1 : 1;
  });
}

function triangleOf({ met }: HitAt): number {
  return met === null ? NO_TRIANGLE : met.triangle;
}
