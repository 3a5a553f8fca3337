import { Plane, Vector3 } from 'three';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import type { Create, SplitsByPlane } from './peers/contender';
import { Slabtree, SlabtreeArrays } from './peers/slabtree';
import { ThreeLoop } from './peers/three';
import { TypedArrayLoop } from './peers/typedArrayLoop';
import { randomDirection, seededRandom } from './random';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

const contenders: { name: string; create: Create<SplitsByPlane> }[] = [
  { name: 'slabtree split, sizes', create: (scene) => new Slabtree(scene) },
  { name: 'slabtree split, arrays', create: (scene) => new SlabtreeArrays(scene) },
  { name: 'slabtree split, sizes, js', create: (scene) => new Slabtree(scene, { backend: 'js' }) },
  { name: 'typed-array loop, id lists', create: (scene) => new TypedArrayLoop(scene) },
  { name: 'three Box3.intersectsPlane loop', create: (scene) => new ThreeLoop(scene) },
];
const [sizes, arrays] = contenders;

export function measureSplit(boxes: number): Result {
  const scene = createScene('uniform', boxes);
  const planes = randomPlanes(scene, 20);
  const peers = contenders.map(({ create }) => create(scene));
  const crossing = compareAnswers(peers, planes);

  const column = 'ms a plane';
  const tasks = peers.map((peer) => () => {
    for (const plane of planes) peer.split(plane);
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 250 });
  return {
    title: `Split by a plane, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'split',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [sizes.name, arrays.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], planes.length) },
    })),
    notes: [
      `A plane cuts ${Math.round(crossing / planes.length).toLocaleString('en')} boxes, mean of ${planes.length} planes.`,
    ],
  };
}

/** Planes in any direction, through the middle part of the scene. */
function randomPlanes({ width, height }: Scene, count: number): Plane[] {
  const random = seededRandom(5);
  const middle = (extent: number) => (0.2 + 0.6 * random()) * extent;
  return Array.from({ length: count }, () => {
    const normal = new Vector3(...randomDirection(random));
    const point = new Vector3(middle(width), middle(width), middle(height));
    return new Plane().setFromNormalAndCoplanarPoint(normal, point);
  });
}

/** All test the same float32 boxes in float64, so their counts must be equal. Returns how many boxes are cut. */
function compareAnswers(peers: readonly SplitsByPlane[], planes: readonly Plane[]): number {
  let cut = 0;
  for (const plane of planes) {
    const reference = peers[0].split(plane);
    cut += reference.crossing;
    peers.forEach((peer, index) => {
      const counts = peer.split(plane);
      for (const set of ['front', 'crossing', 'back'] as const) {
        if (counts[set] === null || counts[set] === reference[set]) continue;
        throw new Disagreement(
          `${set}: ${contenders[index].name} counts ${counts[set]} boxes, but ${sizes.name} counts ${reference[set]}.`,
        );
      }
    });
  }
  return cut;
}
