import type { MeshTree } from '../tree/meshTree';
import { sumAreas } from '../tree/areas';
import { type CornerPlacing, placeCorners } from './placeCorners';
import { refitTriangles, type TriangleRefit } from './refitTriangles';
import { buildTriangles, type TriangleBuild } from './triangleBuild';

/** The vertices of a skinned mesh. Each follows up to four bones. */
export interface BonedVertices {
  /** Three numbers a vertex. */
  readonly vertices: Float64Array;
  /** For each vertex, the numbers of four bones, and their weights. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** A matrix of each bone, column by column. The last rows are not read. */
  readonly matrices: Float64Array;
  /** A matrix that transforms the blended vertices, followed by a division by w. Null is the identity. */
  readonly last: Float64Array | null;
}

/**
 * Transforms each vertex by the weighted sum of the matrices of its bones.
 *
 * @param positions receives the transformed vertices. It may have any numbers if the result is null.
 * @returns the smallest box around the vertices: min x y z, max x y z. Null if a vertex is not finite, or without room.
 */
export type VertexBlend = (boned: BonedVertices, positions: Float64Array) => Float64Array | null;

/** The operations that place the vertices of meshes, and build, refit and measure their trees. */
export interface TriangleOperations {
  readonly build: TriangleBuild;
  /** Requires finite positions. */
  readonly place: CornerPlacing;
  readonly refit: TriangleRefit;
  /** Only the kernel has this operation. Callers need their own for other backends, and for a result of null. */
  readonly blend?: VertexBlend;
  /** Returns the sum of half the areas of all slots. */
  readonly sumAreas: (mesh: MeshTree) => number;
}

/** The operations in JavaScript. The kernel also has each of them: see backend/kernelMeshes.ts. */
export const triangleOperations: TriangleOperations = {
  build: buildTriangles,
  place: placeCorners,
  refit: refitTriangles,
  sumAreas: ({ nodes }) => sumAreas(nodes, 0, nodes.count, true),
};
