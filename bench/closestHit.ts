import { once } from './measure';
import { BvhJs } from './peers/bvhjs';
import type { CastsRays, Create } from './peers/contender';
import { Rapier } from './peers/rapier';
import { Slabtree, SlabtreeArrays, SlabtreeBatches, SlabtreeInto } from './peers/slabtree';
import { ThreeLoop } from './peers/three';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import { type Share, coherentRays, incoherentRays } from './rays';
import type { Result, Row } from './report';
import { type SceneKind, createScene } from './scenes';
import { type CastsShare, timeRays } from './timeRays';

/** Of the picture of coherent rays, which has as many rows as columns. */
const RAYS_A_ROW = 320;
const RAY_COUNT = RAYS_A_ROW * RAYS_A_ROW;

/** For contenders that can use many rays in one call. */
const all: Share = { run: RAYS_A_ROW, of: 1 };
/** Slower contenders get fewer rays a pass, so that none takes most of the time. Whole rows stay coherent. */
const oneRowIn = (of: number): Share => ({ run: RAYS_A_ROW, of });
/** 64 rays. They are a prime number apart, so that they lie in all parts of the picture. */
const few: Share = { run: 1, of: 1607 };

interface Contender extends CastsShare {
  readonly create: Create<CastsRays>;
  /** The contender is left out if there are more boxes. */
  readonly maxBoxes?: number;
}

const contenders: Contender[] = [
  { name: 'slabtree raycast', create: (scene) => new Slabtree(scene), share: oneRowIn(4) },
  { name: 'slabtree raycastMany', create: (scene) => new SlabtreeArrays(scene), share: all },
  { name: 'slabtree raycast, into a hit', create: (scene) => new SlabtreeInto(scene), share: oneRowIn(4) },
  { name: 'slabtree raycastMany, 64 a call', create: (scene) => new SlabtreeBatches(scene), share: oneRowIn(4) },
  { name: 'slabtree raycastMany, js', create: (scene) => new SlabtreeArrays(scene, { backend: 'js' }), share: all },
  { name: 'rapier3d-simd', create: (scene) => new Rapier(scene), share: oneRowIn(4), roundsToFloat32: true },
  { name: 'three-mesh-bvh', create: (scene) => new ThreeMeshBvh(scene), share: oneRowIn(8) },
  { name: 'bvh.js', create: (scene) => new BvhJs(scene), share: oneRowIn(16), roundsToFloat32: true },
  // The loop takes a millisecond or more per ray with 100,000 boxes. More boxes would show nothing new.
  { name: 'three, loop', create: (scene) => new ThreeLoop(scene), share: few, maxBoxes: 200_000 },
];
const [raycast, raycastMany, , batches] = contenders;

export function measureClosestHit(kind: SceneKind, boxes: number): Result {
  const scene = createScene(kind, boxes);
  const entrants = contenders.filter(({ maxBoxes = Infinity }) => boxes <= maxBoxes);
  const rows: Row[] = [];
  const peers = entrants.map(({ name, create }) => {
    const start = performance.now();
    const peer = create(scene);
    rows.push({ contender: name, values: { 'first build, ms': once('ms', performance.now() - start) } });
    return peer;
  });

  const orders = { incoherent: incoherentRays(scene, RAY_COUNT), coherent: coherentRays(scene, RAY_COUNT) };
  const notes = timeRays(entrants, peers, orders, rows, raycastMany.name, 'a box');

  return {
    title: `Closest hit, ${kind}, ${boxes.toLocaleString('en')} boxes`,
    question: 'closest',
    scene: kind,
    boxes,
    columns: [
      { name: 'first build, ms', baselines: [] },
      ...Object.keys(orders).map((order) => ({
        name: `${order}, Mray/s`,
        baselines: [raycast.name, raycastMany.name, batches.name],
      })),
    ],
    rows,
    notes,
  };
}
