import type { MeshTree } from '../tree/meshTree';
import { sumAreas } from '../tree/areas';
import { type CornerPlacing, placeCorners } from './placeCorners';
import { refitTriangles, type TriangleRefit } from './refitTriangles';
import { buildTriangles, type TriangleBuild } from './triangleBuild';

/** Vertices that follow bones. */
export interface BonedVertices {
  /** Three numbers a vertex. */
  readonly vertices: Float64Array;
  /** For each vertex, the numbers of four bones, and their weights. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** A matrix of each bone, column by column. The last rows do not count. */
  readonly matrices: Float64Array;
  /** The matrix that places what the bones have placed, and divides it by w. Null is the identity. */
  readonly last: Float64Array | null;
}

/**
 * Places each vertex where its bones do, by their weights.
 *
 * @param positions receives the vertices. They may be anything if the result is null.
 * @returns the smallest box around them: min x y z, max x y z. Null if one of them is not finite, or if there is no room.
 */
export type VertexBlend = (boned: BonedVertices, positions: Float64Array) => Float64Array | null;

/** What keeps the trees of meshes. */
export interface TriangleOperations {
  readonly build: TriangleBuild;
  /** For positions whose numbers are finite. */
  readonly place: CornerPlacing;
  readonly refit: TriangleRefit;
  /** The kernel alone has it. Who needs it has the operations in JavaScript for what it cannot place, too. */
  readonly blend?: VertexBlend;
  /** The sum of half the areas of all slots. */
  readonly sumAreas: (mesh: MeshTree) => number;
}

/** In JavaScript. The kernel has its own of each: see backend/kernelBuild.ts. */
export const triangleOperations: TriangleOperations = {
  build: buildTriangles,
  place: placeCorners,
  refit: refitTriangles,
  sumAreas: ({ nodes }) => sumAreas(nodes, 0, nodes.count, true),
};
