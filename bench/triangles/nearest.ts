import { countDiffering } from '../countDiffering';
import { measure, microsecondsEach } from '../measure';
import type { FindsNearest } from '../peers/contender';
import type { Result } from '../report';
import { type Contender, meshBvhs, rapier, slabtree, slabtreeJs } from './contenders';
import { pointsNear } from './rays';
import { createMeshScene, type MeshKind } from './scenes';

const POINT_COUNT = 2000;

const contenders: readonly Contender<FindsNearest>[] = [slabtree, slabtreeJs, rapier, ...meshBvhs];

/** The closest point of a mesh, for points near it. */
export function measureNearestTriangle(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  const points = pointsNear(scene, POINT_COUNT);
  const peers = contenders.map(({ prepare }) => prepare(scene)());
  const notes = compareAnswers(peers, points);

  const column = 'us a point';
  const distances = new Float64Array(POINT_COUNT);
  const tasks = peers.map((peer) => () => {
    peer.findNearest(points, distances);
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 150 });
  return {
    title: `Closest point, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`,
    question: 'triangles',
    scene: kind,
    boxes: 1,
    triangles: scene.triangles,
    columns: [{ name: column, baselines: [slabtree.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[index], POINT_COUNT) },
    })),
    notes,
  };
}

/** Compares every contender with the first. Returns the outcome in words. */
function compareAnswers(peers: readonly FindsNearest[], points: Float32Array): string[] {
  const reference = new Float64Array(POINT_COUNT);
  peers[0].findNearest(points, reference);
  return contenders.flatMap((contender, index) => {
    const distances = new Float64Array(POINT_COUNT);
    peers[index].findNearest(points, distances);
    const differing = countDiffering(contender, distances, reference);
    return differing === 0 ? [] : [`${differing} of ${POINT_COUNT} distances differ for ${contender.name}.`];
  });
}
