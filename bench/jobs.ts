import { measureBabylonPick } from './babylonPick';
import { measureBuild } from './build';
import { measureCharacter } from './character';
import { measureClosestHit } from './closestHit';
import { measureCull } from './cull';
import { measureFile } from './file';
import { measureMoving } from './moving';
import { scenarios } from './motion';
import { measureNearest } from './nearest';
import { measureOverlap } from './overlap';
import { measurePairs } from './pairs';
import { type PartKind, partKinds } from './parts';
import { measureRefit } from './refit';
import { measureShapesAmongBoxes, measureShapesOnMesh } from './shapes/sweep';
import { measureSplit } from './split';
import { measureBuildAsync, measureThreads } from './threads';
import { measureThreeBuild, measureThreeFirstPick } from './threeBuild';
import { measureThreeBuilding } from './threeBuilding';
import { measureThreeDuplicates } from './threeDuplicates';
import { measureThreeLoops } from './threeLoops';
import { measureThreeManyGeometries } from './threeManyGeometries';
import { measureThreeMesh } from './threeMesh';
import { measureThreeMeshFirstPick } from './threeMeshFirstPick';
import { measureThreeObjects } from './threeObjects';
import { measureThreeParts } from './threeParts';
import { measureThreePick } from './threePick';
import { measureThreePoints } from './threePoints';
import { measureThreeInside } from './threeInside';
import { measureThreeNearby } from './threeNearby';
import { measureThreeRefused } from './threeRefused';
import { measureThreeSnap } from './threeSnap';
import { measureThreePose } from './threePose';
import { measureThreeSelect } from './threeSelect';
import { measureThreeUpdate } from './threeUpdate';
import { measureForestBuild, measureTriangleBuild } from './triangles/build';
import { measureForest, measureTriangles } from './triangles/closestHit';
import { measureMeshDistance } from './triangles/distance';
import { measureNearestTriangle } from './triangles/nearest';
import { measureTriangleRefit } from './triangles/refit';
import { type MeshKind, meshKinds } from './triangles/scenes';
import { measureTwins } from './twins';
import type { Result } from './report';

export interface Job {
  /** Names the result in bench/results.json. `--only` chooses jobs by the first words. */
  readonly name: string;
  readonly run: () => Result | Promise<Result>;
}

export interface Sizes {
  readonly boxes?: number | undefined;
  readonly triangles?: number | undefined;
}

const lastWordOf: Record<PartKind, string> = {
  Meshes: 'meshes',
  InstancedMeshes: 'instances',
  'a BatchedMesh': 'batch',
};

/**
 * Returns all jobs, in the order of the tables in bench/README.md.
 *
 * @param boxes number of boxes of every job. Without it, jobs have the sizes of the published figures.
 * @param triangles number of triangles of every mesh, likewise.
 */
export function createJobs({ boxes, triangles }: Sizes = {}): Job[] {
  /** Slivers are so slow that more of them would show nothing new. */
  const trianglesIn = (kind: MeshKind) => triangles ?? (kind === 'slivers' ? 200_000 : 1_000_000);
  const scenes = ['uniform', 'city', 'obb'] as const;
  const meshSizes = triangles === undefined ? [20_000, 100_000, 1_000_000] : [triangles];
  const sizes = boxes === undefined ? [100_000, 1_000_000] : [boxes];
  return [
    ...scenes.flatMap((kind) =>
      sizes.map((size) => ({ name: `closest ${kind} ${size}`, run: () => measureClosestHit(kind, size) })),
    ),
    { name: 'split', run: () => measureSplit(boxes ?? 1_000_000) },
    { name: 'cull', run: () => measureCull(boxes ?? 1_000_000) },
    { name: 'overlap', run: () => measureOverlap(boxes ?? 100_000) },
    { name: 'nearest', run: () => measureNearest(boxes ?? 100_000) },
    { name: 'shapes boxes', run: () => measureShapesAmongBoxes(boxes ?? 100_000) },
    { name: 'shapes terrain', run: () => measureShapesOnMesh('terrain', trianglesIn('terrain')) },
    { name: 'shapes soup', run: () => measureShapesOnMesh('soup', trianglesIn('soup')) },
    { name: 'character', run: () => measureCharacter() },
    { name: 'pairs', run: () => measurePairs(boxes ?? 100_000) },
    ...scenarios.map((scenario) => ({
      name: `moving ${scenario.name}`,
      run: () => measureMoving(scenario, boxes ?? 100_000),
    })),
    ...(['obb', 'uniform'] as const).map((kind) => ({
      name: `refit ${kind}`,
      run: () => measureRefit(kind, boxes ?? 100_000),
    })),
    { name: 'three pick', run: () => measureThreePick(boxes ?? 100_000) },
    { name: 'three mesh terrain', run: () => measureThreeMesh('terrain', trianglesIn('terrain')) },
    { name: 'three mesh slivers', run: () => measureThreeMesh('slivers', trianglesIn('slivers')) },
    ...(['terrain', 'knot'] as const).flatMap((kind) =>
      meshSizes.map((size) => ({
        name: `three mesh first pick ${kind} ${size}`,
        run: () => measureThreeMeshFirstPick(kind, size),
      })),
    ),
    ...(['not indexed', 'interleaved'] as const).map((form) => ({
      name: `three mesh first pick ${form}`,
      run: () => measureThreeMeshFirstPick('terrain', triangles ?? 100_000, form),
    })),
    { name: 'three mesh first pick slivers', run: () => measureThreeMeshFirstPick('slivers', trianglesIn('slivers')) },
    { name: 'three pose', run: () => measureThreePose() },
    { name: 'three building', run: () => measureThreeBuilding() },
    ...partKinds.map((kind) => ({ name: `three parts ${lastWordOf[kind]}`, run: () => measureThreeParts(kind) })),
    { name: 'three refused', run: () => measureThreeRefused() },
    { name: 'three loops', run: () => measureThreeLoops() },
    { name: 'three inside', run: () => measureThreeInside() },
    { name: 'three nearby', run: () => measureThreeNearby() },
    { name: 'three geometries', run: () => measureThreeManyGeometries(boxes ?? 100_000) },
    { name: 'three duplicates', run: () => measureThreeDuplicates(boxes ?? 20_000) },
    { name: 'three build', run: () => measureThreeBuild(boxes ?? 100_000) },
    { name: 'three first pick', run: () => measureThreeFirstPick(10_000) },
    { name: 'three points', run: () => measureThreePoints(boxes ?? 10_000_000) },
    { name: 'three snap', run: () => measureThreeSnap() },
    { name: 'three update', run: () => measureThreeUpdate(boxes ?? 100_000) },
    { name: 'three objects', run: () => measureThreeObjects(boxes ?? 100_000) },
    { name: 'three select', run: () => measureThreeSelect(boxes ?? 100_000) },
    { name: 'babylon pick', run: () => measureBabylonPick(boxes ?? 20_000) },
    ...meshKinds.map((kind) => ({
      name: `triangles closest ${kind}`,
      run: () => measureTriangles(kind, trianglesIn(kind)),
    })),
    { name: 'triangles closest forest', run: () => measureForest(boxes ?? 20_000) },
    ...(['terrain', 'soup'] as const).flatMap((kind) => [
      { name: `triangles build ${kind}`, run: () => measureTriangleBuild(kind, trianglesIn(kind)) },
      { name: `triangles refit ${kind}`, run: () => measureTriangleRefit(kind, trianglesIn(kind)) },
    ]),
    ...meshKinds.map((kind) => ({
      name: `triangles nearest ${kind}`,
      run: () => measureNearestTriangle(kind, trianglesIn(kind)),
    })),
    { name: 'triangles distance', run: () => measureMeshDistance(triangles ?? 500_000) },
    { name: 'triangles build forest', run: () => measureForestBuild(boxes ?? 20_000) },
    { name: 'threads', run: () => measureThreads(boxes ?? 1_000_000) },
    { name: 'threads build', run: () => measureBuildAsync(boxes ?? 1_000_000) },
    ...sizes.map((size) => ({ name: `build ${size}`, run: () => measureBuild(size) })),
    ...sizes.map((size) => ({ name: `file ${size}`, run: () => measureFile(size) })),
    { name: 'twins', run: () => measureTwins(boxes ?? 100_000, triangles ?? 180_000) },
  ];
}
