import { collectGarbage } from './collectGarbage';
import { measure, millisecondsEach, once } from './measure';
import { BvhJs } from './peers/bvhjs';
import { Slabtree } from './peers/slabtree';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

interface Contender {
  readonly name: string;
  readonly build: (scene: Scene) => object;
  /** Memory of a tree and its boxes. */
  readonly byteLength: (scene: Scene) => number;
}

const contenders: Contender[] = [
  {
    name: 'slabtree',
    build: (scene) => new Slabtree(scene),
    byteLength: (scene) => new Slabtree(scene).byteLength,
  },
  {
    name: 'slabtree, js',
    build: (scene) => new Slabtree(scene, { backend: 'js' }),
    byteLength: (scene) => new Slabtree(scene, { backend: 'js' }).byteLength,
  },
  {
    name: 'three-mesh-bvh, SAH',
    build: (scene) => new ThreeMeshBvh(scene),
    // It reads the boxes in the user's array whenever a leaf is tested.
    byteLength: (scene) => new ThreeMeshBvh(scene).byteLength + scene.bounds.byteLength,
  },
  {
    name: 'bvh.js',
    build: (scene) => new BvhJs(scene),
    byteLength: (scene) => heapGrowth(() => new BvhJs(scene)),
  },
];

export function measureBuild(boxes: number): Result {
  const scene = createScene('uniform', boxes);
  const time = 'build, ms';
  const bytes = 'bytes a box';
  // Before the timing, while the heap is still free of trees that are no longer needed.
  const bytesOf = contenders.map(({ byteLength }) => byteLength(scene) / boxes);
  const tasks = contenders.map((contender) => () => {
    contender.build(scene);
  });
  // Collected between contenders, so that none pays for the trees of the one before. Queries leave little behind, and are
  // timed without: right after a full collection, what allocates runs slower than it does in an application.
  const passes = measure(tasks, { rounds: 3, passes: 1, time: 300, setup: collectGarbage });
  return {
    title: `Build, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'build',
    scene: scene.kind,
    boxes,
    columns: [
      { name: time, baselines: ['slabtree'] },
      { name: bytes, baselines: [] },
    ],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [time]: millisecondsEach(passes[index], 1), [bytes]: once('bytes', bytesOf[index]) },
    })),
    notes: [],
  };
}

/** For a tree of JavaScript objects, which cannot say how large it is: what the heap grows by when there is one more. */
function heapGrowth(create: () => object): number {
  const before = usedHeap();
  const created = create();
  const growth = usedHeap() - before;
  // Named once more, so that it is still alive in the second reading.
  return created instanceof Object ? growth : NaN;
}

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
