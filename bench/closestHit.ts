import { Disagreement } from './disagreement';
import { measure, once, raysPerSecond } from './measure';
import { BvhJs } from './peers/bvhjs';
import type { CastsRays, Peer } from './peers/contender';
import { Rapier } from './peers/rapier';
import { Slabtree, SlabtreeArrays } from './peers/slabtree';
import { ThreeLoop } from './peers/three';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import { type Rays, coherentRays, everyNth, incoherentRays } from './rays';
import type { Result, Row } from './report';
import { type SceneKind, createScene } from './scenes';

const RAY_COUNT = 160 * 160;

interface Contender {
  readonly name: string;
  readonly Peer: Peer<CastsRays>;
  /** It casts every n-th ray only. */
  readonly stride: number;
  /** Where boxes or rays are rounded to float32 on the way, a ray that grazes an edge may be judged differently. */
  readonly roundsToFloat32: boolean;
}

const contenders: Contender[] = [
  { name: 'slabtree raycast', Peer: Slabtree, stride: 1, roundsToFloat32: false },
  { name: 'slabtree raycastMany', Peer: SlabtreeArrays, stride: 1, roundsToFloat32: false },
  { name: 'rapier3d-simd', Peer: Rapier, stride: 1, roundsToFloat32: true },
  { name: 'three-mesh-bvh', Peer: ThreeMeshBvh, stride: 1, roundsToFloat32: false },
  { name: 'bvh.js', Peer: BvhJs, stride: 1, roundsToFloat32: true },
  // The loop takes a millisecond or more a ray: 64, spread over all, say as much about it.
  { name: 'three, loop', Peer: ThreeLoop, stride: RAY_COUNT / 64, roundsToFloat32: false },
];
const [raycast, raycastMany] = contenders;

export function measureClosestHit(kind: SceneKind, boxes: number): Result {
  const scene = createScene(kind, boxes);
  const rows: Row[] = [];
  const peers = contenders.map(({ name, Peer }) => {
    const start = performance.now();
    const peer = new Peer(scene);
    rows.push({ contender: name, values: { 'first build, ms': once('ms', performance.now() - start) } });
    return peer;
  });

  const notes: string[] = [];
  const orders = { incoherent: incoherentRays(scene, RAY_COUNT), coherent: coherentRays(scene, RAY_COUNT) };
  for (const [order, rays] of Object.entries(orders)) {
    notes.push(`${order}: ${compareAnswers(peers, rays)}.`);
    const raysOf = contenders.map(({ stride }) => everyNth(rays, stride));
    const distances = new Float64Array(RAY_COUNT);
    const tasks = peers.map((peer, index) => () => {
      peer.castRays(raysOf[index], distances);
    });
    measure(tasks, { rounds: 6, passes: 1, time: 100 }).forEach((passes, index) => {
      rows[index].values[`${order}, Mray/s`] = raysPerSecond(passes, raysOf[index].length / 6);
    });
  }

  return {
    title: `Closest hit, ${kind}, ${boxes.toLocaleString('en')} boxes`,
    question: 'closest',
    scene: kind,
    boxes,
    columns: [
      { name: 'first build, ms', baselines: [] },
      ...Object.keys(orders).map((order) => ({
        name: `${order}, Mray/s`,
        baselines: [raycast.name, raycastMany.name],
      })),
    ],
    rows,
    notes,
  };
}

/** Compares every contender with the first, ray by ray, on the rays that it is timed with, and says how it came out. */
function compareAnswers(peers: readonly CastsRays[], rays: Rays): string {
  const reference = new Float64Array(RAY_COUNT);
  peers[0].castRays(rays, reference);
  const hits = reference.filter((distance) => distance < Infinity).length;

  const exceptions: string[] = [];
  contenders.forEach(({ name, stride, roundsToFloat32 }, index) => {
    const own = everyNth(rays, stride);
    const distances = new Float64Array(own.length / 6);
    peers[index].castRays(own, distances);
    const differing = distances.filter((distance, ray) => !isSame(distance, reference[ray * stride])).length;
    const allowed = roundsToFloat32 ? distances.length / 1000 : 0;
    if (differing > allowed) {
      throw new Disagreement(
        `Of ${distances.length} rays, ${differing} end elsewhere for ${name} than for ${raycast.name}; ` +
          `expected ${allowed} at most.`,
      );
    }
    if (differing > 0) exceptions.push(`${differing} end elsewhere for ${name}`);
  });
  return [`${hits.toLocaleString('en')} of ${RAY_COUNT.toLocaleString('en')} rays hit a box`, ...exceptions].join(', ');
}

/** Both miss, or both hit at the same distance, as far as float32 can tell where a ray meets a face at a slant. */
function isSame(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-4 * (1 + Math.abs(b));
}
