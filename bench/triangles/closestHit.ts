import { once } from '../measure';
import type { CastsRays } from '../peers/contender';
import type { Share } from '../rays';
import type { Result, Row } from '../report';
import { type CastsShare, timeRays } from '../timeRays';
import * as contenders from './contenders';
import { coherentRays, incoherentRays } from './rays';
import { createForest, createMeshScene, type MeshKind, type TriangleScene } from './scenes';

/** Of the picture of coherent rays, which has as many rows as columns. */
const RAYS_A_ROW = 320;
const RAY_COUNT = RAYS_A_ROW * RAYS_A_ROW;

/** Slower contenders get fewer rays a pass, so that none takes most of the time. Whole rows stay coherent. */
const oneRowIn = (of: number): Share => ({ run: RAYS_A_ROW, of });
/** 8 rays. They are a prime number apart, so that they lie in all parts of the picture. */
const few: Share = { run: 1, of: 12_799 };

type Entrant = contenders.Contender<CastsRays> & CastsShare;

const raycast = { ...contenders.slabtree, name: 'slabtree raycast' };
const raycastMany = contenders.slabtreeArrays;

/** The closest triangle along rays, in one mesh. */
export function measureTriangles(kind: MeshKind, triangles: number): Result {
  // All contenders need about ten times as long for slivers.
  const rarely = kind === 'slivers' ? 8 : 1;
  const scene = createMeshScene(kind, triangles);
  const result = measure(scene, [
    { ...raycast, share: oneRowIn(4 * rarely) },
    { ...raycastMany, share: oneRowIn(rarely) },
    { ...contenders.slabtreeInto, share: oneRowIn(4 * rarely) },
    { ...contenders.slabtreeArraysJs, share: oneRowIn(rarely) },
    { ...contenders.rapier, share: oneRowIn(4 * rarely) },
    ...contenders.meshBvhs.map((contender) => ({ ...contender, share: oneRowIn(8 * rarely) })),
    // It takes tens of milliseconds a ray.
    { ...contenders.threeLoop, share: few },
  ]);
  const title = `Closest hit, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`;
  return { ...result, title };
}

/** The same among meshes that are placed many times. rapier cannot scale a mesh, and copies it for each place. */
export function measureForest(places: number): Result {
  const scene = createForest(places);
  const result = measure(scene, [
    { ...raycast, share: oneRowIn(4) },
    { ...raycastMany, share: oneRowIn(1) },
    { ...contenders.slabtreeInto, share: oneRowIn(4) },
    { ...contenders.slabtreeArraysJs, share: oneRowIn(1) },
    ...contenders.objectBvhs.map((contender) => ({ ...contender, share: oneRowIn(32) })),
    { ...contenders.accelerated, share: few },
    { ...contenders.threeLoop, share: few },
  ]);
  const title = `Closest hit, forest, ${places.toLocaleString('en')} placed meshes of about 5,000 triangles`;
  return { ...result, title, boxes: places };
}

function measure(scene: TriangleScene, entrants: readonly Entrant[]): Result {
  const rows: Row[] = [];
  const peers = entrants.map(({ name, prepare }) => {
    const build = prepare(scene);
    const start = performance.now();
    const peer = build();
    rows.push({ contender: name, values: { 'first build, ms': once('ms', performance.now() - start) } });
    return peer;
  });
  const orders = { incoherent: incoherentRays(scene, RAY_COUNT), coherent: coherentRays(scene, RAY_COUNT) };
  const notes = timeRays(entrants, peers, orders, rows, raycastMany.name, 'a triangle');
  return {
    title: '',
    question: 'triangles',
    scene: scene.kind,
    boxes: 1,
    triangles: scene.triangles,
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
