import type { MeshTree } from '../tree/meshTree';
import { sumAreas } from '../tree/areas';
import { type CornerPlacing, placeCorners } from './placeCorners';
import { refitTriangles, type TriangleRefit } from './refitTriangles';
import { buildTriangles, type TriangleBuild } from './triangleBuild';

/** The vertices of a skinned mesh, each of which follows up to four bones. */
export interface BonedVertices {
  /** The positions of the vertices before skinning: three numbers a vertex. */
  readonly vertices: Float64Array;
  /** The numbers of the four bones of each vertex, and in the next array their four weights. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** The matrix of each bone, column by column: 16 numbers, of which the last row is not read. */
  readonly matrices: Float64Array;
  /** A matrix that transforms the blended vertices, before a division by w. Null stands for the identity. */
  readonly last: Float64Array | null;
}

/**
 * Transforms each vertex of a skinned mesh by the weighted sum of the matrices of its bones.
 *
 * @param positions receives the transformed vertices. It may hold any numbers if null is returned.
 * @returns the smallest box around the vertices: min x y z, max x y z. Null if a vertex is not finite, or without room.
 */
export type VertexBlend = (boned: BonedVertices, positions: Float64Array) => Float64Array | null;

/** The operations that a backend runs on meshes: they place vertices, and build, refit and measure trees. */
export interface TriangleOperations {
  readonly build: TriangleBuild;
  /** Copies the positions of vertices to the corners of triangles. All positions must be finite. */
  readonly place: CornerPlacing;
  readonly refit: TriangleRefit;
  /** Blends skinned vertices. Only the kernel has it. Without it, or if it returns null, callers blend themselves. */
  readonly blend?: VertexBlend;
  /** Returns the sum of half the surface areas of all slots in the tree of a mesh. */
  readonly sumAreas: (mesh: MeshTree) => number;
}

/** The operations on meshes in JavaScript. The kernel has the same operations: see backend/kernelMeshes.ts. */
export const triangleOperations: TriangleOperations = {
  build: buildTriangles,
  place: placeCorners,
  refit: refitTriangles,
  sumAreas: ({ nodes }) => sumAreas(nodes, 0, nodes.count, true),
};
