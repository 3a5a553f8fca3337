import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { type RaySelection, withCallbacks } from './raySelection';
import type { RayVisitor } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

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

/** Any box that the ray hits, a placeholder if it meets only such, or -1. */
export function raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection, walk: RayWalk = walkRay): number {
  const first = new FirstFound(tree.boxes.placeholders, ray[T_MAX]);
  walk(tree, ray, selection.mask, withCallbacks(tree, ray, selection, first));
  return first.id;
}
