import type { Templates } from './measured';
import { table } from './tables';
import { round } from './words';

/** The files of src/kernel that serve each operation of bench/twins.ts, at the operation that needs them most. */
const files: Readonly<Record<string, string>> = {
  'build, axis-aligned boxes':
    'build/buildSah references splitBinary sahSplit sortBySize slotPlan collapse fitNodes, tree/nodes treePaths areas, margins/measureScene roundOutward, boxes/boxStore',
  'build, oriented boxes': 'boxes/readMatrices worldBounds',
  'refit after all boxes have moved': 'change/refit, slots/slotBox',
  'insert and remove boxes': 'change/applyChanges insert remove hasLeftNode updateDuplicates, tree/moveSlots',
  raycast:
    'query/raycast walkRay faceNormal, margins/rayMargin, slots/raySlots childOrder, primitives/query/slabs raycastAabb',
  raycastAny: 'query/raycast walkRay',
  'raycastMany, incoherent': 'query/raycastMany sortRays, primitives/flat/batchRays',
  'raycastMany, coherent': 'query/walkRayGroup, margins/rayGroupMargin',
  'raycastMany, oriented boxes': 'primitives/query/raycastObb widen, margins/obbMargin',
  'raycastMany, runs of duplicates': 'tree/duplicates',
  'raycast with a filter': 'query/candidatesAlongRay',
  raycastAll: 'query/candidatesAlongRay',
  'sweep of a sphere': 'query/shapeCandidates sweep candidatesAlongRay, primitives/query/sweeps/sweptPair',
  nearest: 'query/nearest, slots/nodeQueue, primitives/query/closestPoint closestFeature, primitives/flat/vec3',
  'overlap of a box': 'query/overlap, slots/shapeBounds',
  'overlap of a sphere': 'query/overlap, slots/shapeBounds',
  'overlap of an oriented box': 'primitives/query/separatingAxes, primitives/flat/boxFrame',
  'split by a plane': 'query/splitByPlane, primitives/query/planeSide, margins/planeMargin',
  'cull by planes': 'query/cullByPlanes, primitives/query/planeSide, margins/planeMargin',
  pairs: 'query/pairs',
  'read a file': 'file/checksum treeCheck',
  statistics: 'tree/areas',
  'build a mesh': 'meshes/triangleReferences, build/*',
  'refit a mesh': 'meshes/placeCorners refitTriangles',
  'raycastMany, mesh':
    'meshes/walkMesh meshRay slotTriangles, margins/meshMargin slabRay guardReach, primitives/flat/shear, primitives/query/triangles/triangleHit exactCross',
  'raycast, mesh': 'the same',
  'nearest, mesh': 'meshes/nearestTriangle, margins/meshPointMargin, primitives/query/triangles/closestPointOnTriangle',
  'sweep of a sphere, mesh': 'meshes/sweptTriangles worldTriangle, margins/linkMargin',
  'read a file, mesh': 'file/checksum treeCheck',
  'pose a skinned mesh': 'meshes/blendVertices',
  'precise rays in three.js': 'query/linkedBoxes, meshes/triangleCandidates',
};

/** The speed of the kernel beside JavaScript. */
export const twins: Templates = {
  twins: ({ here }) => {
    const reading = here('twins');
    const lines = reading.stored.rows.map(({ contender }) => ({
      label: `${contender}: ${files[contender]}`,
      lead: reading.median(contender, 'times as fast'),
    }));
    lines.sort((a, b) => b.lead - a.lead);
    return table([['', 'times as fast'], ...lines.map(({ label, lead }) => [label, round(lead)])], reading);
  },
};
