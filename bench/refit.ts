import { type Compared, countDiffering } from './countDiffering';
import { measure, millisecondsEach } from './measure';
import { SMALL_STEP } from './motion';
import type { CastsRays, Create, Refits } from './peers/contender';
import { ObjectBvh } from './peers/objectBvh';
import { CommittingSlabtree, RefittingSlabtree } from './peers/refittingSlabtree';
import { SlabtreeArrays } from './peers/slabtree';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import { seededRandom } from './random';
import { incoherentRays } from './rays';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

const RAY_COUNT = 2000;

interface Contender extends Compared {
  readonly create: Create<Refits & CastsRays>;
}

const slabtrees: Contender[] = [
  { name: 'slabtree, all set and committed', create: (scene) => new RefittingSlabtree(scene) },
  { name: 'slabtree commit', create: (scene) => new CommittingSlabtree(scene) },
  {
    name: 'slabtree, all set and committed, js',
    create: (scene) => new RefittingSlabtree(scene, { backend: 'js' }),
  },
  { name: 'slabtree commit, js', create: (scene) => new CommittingSlabtree(scene, { backend: 'js' }) },
];
const [whole, commit] = slabtrees;
const contendersIn: Record<'obb' | 'uniform', Contender[]> = {
  obb: [...slabtrees, { name: 'three-mesh-bvh ObjectBVH.refit', create: (scene) => new ObjectBvh(scene) }],
  uniform: [...slabtrees, { name: 'three-mesh-bvh BVH.refit', create: (scene) => new ThreeMeshBvh(scene) }],
};

export function measureRefit(kind: 'obb' | 'uniform', boxes: number): Result {
  const scene = createScene(kind, boxes);
  const contenders = contendersIn[kind];
  // Boxes move to and fro, so that every box moves in every pass and no tree degrades.
  const places = [moved(scene), boxesOf(scene)];
  const peers = contenders.map(({ create }) => create({ ...scene, bounds: scene.bounds.slice() }));
  const notes = compareAnswers(contenders, peers, scene, places);

  const column = 'ms';
  const passesOf = peers.map(() => 0);
  const placeOf = (index: number) => places[passesOf[index] % places.length];
  const tasks = peers.map((peer, index) => () => {
    peer.refit(placeOf(index));
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
    title: `Refit, ${kind}, ${boxes.toLocaleString('en')} boxes`,
    question: 'refit',
    scene: kind,
    boxes,
    columns: [{ name: column, baselines: [whole.name, commit.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], 1) },
    })),
    notes,
  };
}

/** Matrices, or the bounds of axis-aligned boxes. */
const boxesOf = ({ matrices, bounds }: Scene): Float32Array => matrices ?? bounds;

/** Every box, moved a small step. */
function moved(scene: Scene): Float32Array {
  const random = seededRandom(10);
  const boxes = boxesOf(scene).slice();
  const [stride, corners] = scene.matrices === null ? [6, [0, 3]] : [16, [12]];
  for (let at = 0; at < boxes.length; at += stride) {
    for (let axis = 0; axis < 3; axis++) {
      const step = (2 * random() - 1) * SMALL_STEP;
      for (const corner of corners) boxes[at + corner + axis] += step;
    }
  }
  return boxes;
}

/** Compares closest hits at both places with those in a new scene. Returns the outcome in words. */
function compareAnswers(
  contenders: readonly Contender[],
  peers: readonly (Refits & CastsRays)[],
  scene: Scene,
  places: readonly Float32Array[],
): string[] {
  const rays = incoherentRays(scene, RAY_COUNT);
  const reference = new Float64Array(RAY_COUNT);
  const distances = new Float64Array(RAY_COUNT);
  const differing = contenders.map(() => 0);
  for (const place of places) {
    const there = scene.matrices === null ? { ...scene, bounds: place } : { ...scene, matrices: place };
    new SlabtreeArrays(there).castRays(rays, reference);
    peers.forEach((peer, index) => {
      peer.prepare(place);
      peer.refit(place);
      peer.castRays(rays, distances);
      differing[index] += countDiffering(contenders[index], distances, reference);
    });
  }
  return contenders.flatMap(({ name }, index) =>
    differing[index] === 0 ? [] : [`${differing[index]} of ${2 * RAY_COUNT} rays differ for ${name}.`],
  );
}
