import type { RayBuffer } from '../../../primitives/flat/rayBuffer';
import { T_MAX } from '../../../primitives/flat/rayLayout';
import type { RayVisitor } from '../rayVisitor';
import { NO_TRIANGLE, type TriangleMet } from '../triangleMet';
import { MeshWalk, walkMesh } from '../walkMesh';
import type { Tree } from '../../tree/tree';

/** The closest triangle of an instance. */
export interface ClosestTriangle {
  /** NO_TRIANGLE if none is met. */
  triangle: number;
  t: number;
  /** The t of the triangle that comes after it, if that is within a grace. Otherwise, that t or any larger number. */
  runnerUp: number;
}

class TwoClosest implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #found: ClosestTriangle;
  readonly #grace: number;

  constructor(found: ClosestTriangle, grace: number) {
    this.#found = found;
    this.#grace = grace;
  }

  visit(_: number, t: number, met: TriangleMet | null): number {
    const found = this.#found;
    const triangle = met?.triangle ?? NO_TRIANGLE;
    if (t < found.t || (t === found.t && (found.triangle === NO_TRIANGLE || triangle < found.triangle))) {
      found.runnerUp = found.t;
      found.t = t;
      found.triangle = triangle;
    } else if (t < found.runnerUp) found.runnerUp = t;
    return found.t + this.#grace;
  }
}

/**
 * Finds the closest triangle of an instance that a ray meets, and whether another is met within a grace of it, in t.
 *
 * @param found gets the answer.
 */
export function raycastInstance(tree: Tree, id: number, ray: RayBuffer, grace: number, found: ClosestTriangle): void {
  found.triangle = NO_TRIANGLE;
  found.t = Infinity;
  found.runnerUp = Infinity;
  const { leaves } = tree;
  const mesh = tree.meshes.meshes[leaves.meshes[id] - 1];
  if (mesh === null) return;
  const visitor = new TwoClosest(found, grace);
  walkMesh(mesh, id, leaves.obbs.data, leaves.obbRecord(id), ray, visitor, ray[T_MAX], new MeshWalk());
}
