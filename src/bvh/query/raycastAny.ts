import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { Tree } from '../tree/tree';
import { type RaySelection, withCallbacks } from './raySelection';
import type { RayVisitor } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

class FirstFound implements RayVisitor {
  readonly isFirstEnough = true;
  found = false;

  visit(): number {
    this.found = true;
    return -Infinity;
  }
}

/** Whether the ray hits any box. */
export function raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection, walk: RayWalk = walkRay): boolean {
  const first = new FirstFound();
  walk(tree, ray, selection.mask, withCallbacks(tree, ray, selection, first));
  return first.found;
}
