import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  WIDTH,
} from '../layout/nodeLayout';
import type { MeshTree } from '../tree/meshTree';

/**
 * Selects the triangles of a mesh to visit, by a measure that the visitor defines: see {@link BoxScene.visitTriangles}.
 */
export interface TriangleVisitor {
  /**
   * Returns the visitor's measure of bounds in the mesh's own space, such as a distance from a point. No triangle
   * inside the bounds may have a smaller measure. Infinity skips the bounds. The bounds are rounded outward.
   */
  bounds(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): number;
  /** Called with the number of a triangle. Returns a new limit: bounds whose measure is greater are skipped. */
  triangle(triangle: number): number;
}

/**
 * Visits triangles of a mesh. The slots of a node are visited in the order of the visitor's measure, smallest first.
 *
 * Bounds are relative to the mesh's origin. Subtracting the origin at the build, and adding it before the visitor is
 * called, rounds by less than 4u of the mesh's largest coordinate on the axis, with u = 2^-53 (see rayMargin.ts). The
 * bounds are widened by twice as much.
 */
export function visitTriangles(mesh: MeshTree, visitor: TriangleVisitor): void {
  const { origin, magnitude } = mesh.measure;
  const stack: number[] = [];
  const nears: number[] = [];
  const lowX = origin[0] - 2 ** -50 * magnitude[0];
  const lowY = origin[1] - 2 ** -50 * magnitude[1];
  const lowZ = origin[2] - 2 ** -50 * magnitude[2];
  const highX = origin[0] + 2 ** -50 * magnitude[0];
  const highY = origin[1] + 2 ** -50 * magnitude[1];
  const highZ = origin[2] + 2 ** -50 * magnitude[2];
  let limit = Infinity;
  let top = 0;
  let node = 0;
  // The mesh's arrays are read again for each slot and triangle: the visitor may run a query that moves or drops them.
  while (node >= 0) {
    const bottom = top;
    for (let slot = node << NODE_SHIFT, end = slot + WIDTH; slot < end; slot++) {
      const { float32, int32 } = mesh.nodes;
      if (int32[slot + CHILD] === EMPTY) break;
      const near = visitor.bounds(
        float32[slot + MIN_X] + lowX,
        float32[slot + MIN_Y] + lowY,
        float32[slot + MIN_Z] + lowZ,
        float32[slot + MAX_X] + highX,
        float32[slot + MAX_Y] + highY,
        float32[slot + MAX_Z] + highZ,
      );
      if (!(near <= limit) || near === Infinity) continue;
      let at = top++;
      for (; at > bottom && nears[at - 1] < near; at--) {
        nears[at] = nears[at - 1];
        stack[at] = stack[at - 1];
      }
      nears[at] = near;
      stack[at] = slot;
    }
    node = -1;
    while (top > 0 && node < 0) {
      const slot = stack[--top];
      if (nears[top] > limit) continue;
      const { int32 } = mesh.nodes;
      node = int32[slot + CHILD];
      if (node >= 0) break;
      const first = ~node;
      const end = first + int32[slot + CONTENT];
      for (let place = first; place < end; place++) limit = visitor.triangle(mesh.triangles[place]);
    }
  }
}
