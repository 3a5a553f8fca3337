import type { MeshTree } from '../tree/meshTree';
import { sumAreas } from '../tree/sumAreas';
import { refitTriangles, type TriangleRefit } from './refitTriangles';
import { buildTriangles, type TriangleBuild } from './triangleBuild';

/** What keeps the trees of meshes. */
export interface TriangleOperations {
  readonly build: TriangleBuild;
  readonly refit: TriangleRefit;
  /** The sum of half the areas of all slots. */
  readonly sumAreas: (mesh: MeshTree) => number;
}

/** In JavaScript. The kernel has its own of each: see backend/kernelBuild.ts. */
export const triangleOperations: TriangleOperations = {
  build: buildTriangles,
  refit: refitTriangles,
  sumAreas: ({ nodes }) => sumAreas(nodes, 0, nodes.count, true),
};
