import { isPointInMesh } from '../meshes/pointInMesh';
import { trianglesAround } from '../meshes/trianglesAround';
import { cullByPlanes } from './cullByPlanes';
import { nearest } from './nearest';
import { overlap } from './overlap';
import { pairs } from './pairs';
import { raycast, raycastAny } from './raycast';
import { raycastMany } from './raycastMany';
import { walkShape } from './shapeCandidates';
import { splitByPlane } from './splitByPlane';
import { walkRay } from './walkRay';

/** The queries of a tree, in JavaScript. The kernel has the same queries: see backend/createBackend.ts. */
export const queries = {
  raycast,
  raycastAny,
  raycastMany,
  walkRay,
  walkShape,
  trianglesAround,
  isPointInMesh,
  nearest,
  splitByPlane,
  cullByPlanes,
  overlap,
  pairs,
};

export type Queries = typeof queries;
