import { type Compared, countDiffering } from './countDiffering';
import { measure, microsecondsEach } from './measure';
import { BvhJs } from './peers/bvhjs';
import type { Create, FindsNearest } from './peers/contender';
import { Rapier } from './peers/rapier';
import { Slabtree } from './peers/slabtree';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import { TypedArrayLoop } from './peers/typedArrayLoop';
import { seededRandom } from './random';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

const POINT_COUNT = 2000;

interface Contender extends Compared {
  readonly create: Create<FindsNearest>;
  /** How many points it gets a pass. Slower contenders get fewer. */
  readonly points: number;
}

const contenders: Contender[] = [
  { name: 'slabtree nearest', create: (scene) => new Slabtree(scene), points: POINT_COUNT },
  { name: 'slabtree nearest, js', create: (scene) => new Slabtree(scene, { backend: 'js' }), points: POINT_COUNT },
  {
    name: 'rapier3d-simd projectPoint',
    create: (scene) => new Rapier(scene),
    points: POINT_COUNT,
    roundsToFloat32: true,
  },
  {
    name: 'bvh.js closestPointToPoint',
    create: (scene) => new BvhJs(scene),
    points: POINT_COUNT,
  },
  { name: 'three-mesh-bvh shapecast', create: (scene) => new ThreeMeshBvh(scene), points: POINT_COUNT },
  { name: 'typed-array loop', create: (scene) => new TypedArrayLoop(scene), points: 20 },
];
const [slabtree] = contenders;

export function measureNearest(boxes: number): Result {
  const scene = createScene('uniform', boxes);
  const points = randomPoints(scene);
  const peers = contenders.map(({ create }) => create(scene));
  const notes = compareAnswers(peers, points);

  const column = 'us a point';
  const distances = new Float64Array(POINT_COUNT);
  const tasks = peers.map((peer, index) => {
    const own = points.subarray(0, 3 * contenders[index].points);
    return () => {
      peer.findNearest(own, distances);
    };
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 150 });
  return {
    title: `Nearest box to a point, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'nearest',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [slabtree.name] }],
    rows: contenders.map(({ name, points: count }, index) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[index], count) },
    })),
    notes,
  };
}

/** 3 numbers each, anywhere in the scene. They are float32, so that no contender has to round them. */
function randomPoints({ width, height }: Scene): Float32Array {
  const random = seededRandom(9);
  const points = new Float32Array(3 * POINT_COUNT);
  for (let at = 0; at < points.length; at += 3) {
    points.set([random() * width, random() * width, random() * height], at);
  }
  return points;
}

/** Compares every contender with the first, on the points that it is timed with. Returns the outcome in words. */
function compareAnswers(peers: readonly FindsNearest[], points: Float32Array): string[] {
  const reference = new Float64Array(POINT_COUNT);
  peers[0].findNearest(points, reference);
  const inside = reference.filter((distance) => distance === 0).length;
  const notes = [`${inside.toLocaleString('en')} of ${POINT_COUNT.toLocaleString('en')} points lie in a box.`];
  contenders.forEach((contender, index) => {
    const count = contender.points;
    const distances = new Float64Array(count);
    peers[index].findNearest(points.subarray(0, 3 * count), distances);
    const differing = countDiffering(contender, distances, reference.subarray(0, count));
    if (differing > 0) notes.push(`${differing} of ${count} distances differ for ${contender.name}.`);
  });
  return notes;
}
