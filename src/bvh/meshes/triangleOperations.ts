import type { MeshTree } from '../tree/meshTree';
import { sumAreas } from '../tree/areas';
import type { VertexBlend } from './refit/blendVertices';
import { type CornerPlacing, placeCorners } from './refit/placeCorners';
import { refitTriangles, type TriangleRefit } from './refit/refitTriangles';
import { buildTriangles, type TriangleBuild } from './triangleBuild';

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
