import { countDiffering } from '../countDiffering';
import { measure, millisecondsEach } from '../measure';
import type { CastsRays } from '../peers/contender';
import type { MovesVertices } from '../peers/meshContender';
import type { Result } from '../report';
import { type Contender, meshBvhs, slabtreeArrays, slabtreeArraysJs } from './contenders';
import { incoherentRays } from './rays';
import { createMeshScene, type MeshKind, type TriangleScene } from './scenes';

const RAY_COUNT = 2000;

type Refits = MovesVertices & CastsRays;

const slabtree: Contender<Refits> = { ...slabtreeArrays, name: 'slabtree setPositions' };
const contenders: readonly Contender<Refits>[] = [
  slabtree,
  { ...slabtreeArraysJs, name: 'slabtree setPositions, js' },
  ...meshBvhs.map((contender) => ({ ...contender, name: `${contender.name}, refit` })),
];

/** All vertices of a mesh move, until a ray finds the triangles where they are now. */
export function measureTriangleRefit(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  // To and fro, so that all vertices move in every pass and no tree degrades.
  const places = [waved(scene), scene.meshes[0].positions];
  const peers = contenders.map(({ prepare }) => prepare(scene)());
  const notes = compareAnswers(peers, scene, places);

  const column = 'ms';
  const passesOf = peers.map(() => 0);
  const placeOf = (index: number) => places[passesOf[index] % places.length];
  const oneRay = incoherentRays(scene, 1);
  const distance = new Float64Array(1);
  const tasks = peers.map((peer, index) => () => {
    peer.refit(placeOf(index));
    peer.castRays(oneRay, distance);
  });
  const passes = measure(tasks, {
    rounds: 6,
    passes: 1,
    time: 200,
    beforePass: (index) => {
      passesOf[index]++;
      peers[index].prepare(placeOf(index));
    },
  });
  return {
    title: `Refit, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`,
    question: 'triangles',
    scene: kind,
    boxes: 1,
    triangles: scene.triangles,
    columns: [{ name: column, baselines: [slabtree.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], 1) },
    })),
    notes,
  };
}

/** Every vertex, moved up or down by a wave that is a fifth of the scene long and a hundredth of it high. */
function waved({ meshes: [{ positions }], bounds }: TriangleScene): Float32Array {
  const width = bounds.max.x - bounds.min.x;
  const moved = positions.slice();
  for (let at = 0; at < moved.length; at += 3) {
    moved[at + 2] += 0.01 * width * Math.sin((10 * Math.PI * (moved[at] + moved[at + 1])) / width);
  }
  return moved;
}

/** Compares closest hits at both places with those in a new scene. Returns the outcome in words. */
function compareAnswers(peers: readonly Refits[], scene: TriangleScene, places: readonly Float32Array[]): string[] {
  const rays = incoherentRays(scene, RAY_COUNT);
  const reference = new Float64Array(RAY_COUNT);
  const distances = new Float64Array(RAY_COUNT);
  const differing = contenders.map(() => 0);
  for (const positions of places) {
    const there = { ...scene, meshes: [{ ...scene.meshes[0], positions }] };
    slabtree.prepare(there)().castRays(rays, reference);
    peers.forEach((peer, index) => {
      peer.prepare(positions);
      peer.refit(positions);
      peer.castRays(rays, distances);
      differing[index] += countDiffering(contenders[index], distances, reference);
    });
  }
  return contenders.flatMap(({ name }, index) =>
    differing[index] === 0 ? [] : [`${differing[index]} of ${2 * RAY_COUNT} rays differ for ${name}.`],
  );
}
