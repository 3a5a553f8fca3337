import { CENTER } from 'three-mesh-bvh';
import { collectGarbage } from './collectGarbage';
import { measureClocks, millisecondsEach, once } from './measure';
import { BvhJs } from './peers/bvhjs';
import { Slabtree } from './peers/slabtree';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

interface Contender {
  readonly name: string;
  readonly build: (scene: Scene) => object;
  /** Memory of the tree and its boxes. */
  readonly byteLength: (scene: Scene) => number;
}

/** What three-mesh-bvh does without options. */
const CENTER_OF_TEN = { strategy: CENTER, targetLeafSize: 10 };

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
    // Its leaves read the boxes in the user's array.
    byteLength: (scene) => new ThreeMeshBvh(scene).byteLength + scene.bounds.byteLength,
  },
  {
    name: 'three-mesh-bvh, CENTER',
    build: (scene) => new ThreeMeshBvh(scene, CENTER_OF_TEN),
    byteLength: (scene) => new ThreeMeshBvh(scene, CENTER_OF_TEN).byteLength + scene.bounds.byteLength,
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
  const cpu = 'build, CPU ms';
  const bytes = 'bytes a box';
  // Measured before the timing, while the heap holds no other trees.
  const bytesOf = contenders.map(({ byteLength }) => byteLength(scene) / boxes);
  const tasks = contenders.map((contender) => () => {
    contender.build(scene);
  });
  // Garbage is collected between contenders, so that none pays for the trees of another. Timings of queries do not
  // collect: queries leave little garbage, and right after a full collection, allocations are slower than in an
  // application.
  const passes = measureClocks(tasks, { rounds: 3, passes: 1, time: 300, setup: collectGarbage });
  return {
    title: `Build, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'build',
    scene: scene.kind,
    boxes,
    columns: [
      { name: time, baselines: ['slabtree'] },
      { name: cpu, baselines: ['slabtree'] },
      { name: bytes, baselines: [] },
    ],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: {
        [time]: millisecondsEach(passes.wall[index], 1),
        [cpu]: millisecondsEach(passes.cpu[index], 1),
        [bytes]: once('bytes', bytesOf[index]),
      },
    })),
    notes: [],
  };
}

/** How much the heap grows by one more tree. For trees of JavaScript objects, which do not know their size. */
function heapGrowth(create: () => object): number {
  const before = usedHeap();
  const created = create();
  const growth = usedHeap() - before;
  // This use keeps it alive until after the second reading.
  return created instanceof Object ? growth : NaN;
}

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
