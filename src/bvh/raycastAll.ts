import type { RayBuffer } from './rayBuffer';
import { type RaySelection, select } from './raySelection';
import type { Tree } from './tree';
import { type RayVisitor, walkRay } from './walkRay';

export interface HitAt {
  id: number;
  t: number;
}

class AllHits implements RayVisitor {
  readonly hits: HitAt[] = [];

  visit(id: number, t: number): number {
    this.hits.push({ id, t });
    return Infinity;
  }
}

/** Every hit, by t, and among equal ones by id. */
export function raycastAll(tree: Tree, ray: RayBuffer, selection: RaySelection | null): HitAt[] {
  const all = new AllHits();
  walkRay(tree, ray, select(tree, ray, selection, all));
  // The difference of two equal infinities is not a number, hence the comparison.
  return all.hits.sort((a, b) => (a.t === b.t ? a.id - b.id : a.t < b.t ? -1 : 1));
}
