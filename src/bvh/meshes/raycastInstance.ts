import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import { type RayVisitor, NO_TRIANGLE, type HitTriangle } from './rayVisitor';
import { MeshWalk, walkMesh } from './walkMesh';
import type { Tree } from '../tree/tree';

/** The triangle of an instance that a ray hits first. */
export interface ClosestTriangle {
  /** The number of the closest triangle, or NO_TRIANGLE if the ray hits no triangle. */
  triangle: number;
  t: number;
  /** The t of the second closest triangle. If that t is beyond the tolerance, it may be any larger number instead. */
  runnerUp: number;
}

/** Returns the numbers of all triangles of an instance that a ray hits, in ascending order. */
export function trianglesAlong(tree: Tree, id: number, ray: RayBuffer): number[] {
  const triangles: number[] = [];
  walkInstance(tree, id, ray, {
    isFirstEnough: false,
    visit: (_, __, hitTriangle) => {
      if (hitTriangle !== null) triangles.push(hitTriangle.triangle);
      return ray[T_MAX];
    },
  });
  return triangles.sort((a, b) => a - b);
}

class TwoClosest implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #found: ClosestTriangle;
  readonly #tolerance: number;

  constructor(found: ClosestTriangle, tolerance: number) {
    this.#found = found;
    this.#tolerance = tolerance;
  }

  visit(_: number, t: number, hitTriangle: HitTriangle | null): number {
    const found = this.#found;
    const triangle = hitTriangle?.triangle ?? NO_TRIANGLE;
    if (t < found.t || (t === found.t && (found.triangle === NO_TRIANGLE || triangle < found.triangle))) {
      found.runnerUp = found.t;
      found.t = t;
      found.triangle = triangle;
    } else if (t < found.runnerUp) found.runnerUp = t;
    return found.t + this.#tolerance;
  }
}

/**
 * Finds the closest triangle of an instance that a ray hits, and writes the triangle to `found`.
 *
 * @param tolerance the largest difference in t between the two closest triangles at which the second is found, too.
 */
export function raycastInstance(
  tree: Tree,
  id: number,
  ray: RayBuffer,
  tolerance: number,
  found: ClosestTriangle,
): void {
  found.triangle = NO_TRIANGLE;
  found.t = Infinity;
  found.runnerUp = Infinity;
  walkInstance(tree, id, ray, new TwoClosest(found, tolerance));
}

/** The working space of walks of meshes. All walks share it, because no visitor in this file starts another query. */
let space: MeshWalk | undefined;

function walkInstance({ boxes, meshes }: Tree, id: number, ray: RayBuffer, visitor: RayVisitor): void {
  const mesh = meshes.meshes[boxes.meshes[id] - 1];
  if (mesh === null) return;
  walkMesh(mesh, id, boxes.obbs.data, boxes.obbRecord(id), ray, visitor, ray[T_MAX], (space ??= new MeshWalk()));
}
