import type { RayBuffer } from './rayBuffer';
import { type RaySelection, select } from './raySelection';
import type { Tree } from './tree';
import { type RayVisitor, walkRay } from './walkRay';

class FirstFound implements RayVisitor {
  found = false;

  visit(): number {
    this.found = true;
    return -Infinity;
  }
}

/** Whether the ray hits any box at all. */
export function raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection | null): boolean {
  const first = new FirstFound();
  walkRay(tree, ray, select(tree, ray, selection, first));
  return first.found;
}
