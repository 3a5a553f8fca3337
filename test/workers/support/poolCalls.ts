import type { BoxScene, FloatArray } from 'slabtree';
import {
  moved,
  RaycastPool,
  type RaycastPoolOptions,
  serveTasks,
  TaskPool,
  type TaskPoolOptions,
} from 'slabtree/workers';
import type { MethodCall } from '../../support/publicCalls';
import type { ArithmeticTasks } from './arithmetic';
import { someMotions, somePoints, someRays } from './scene';

const rays = someRays(1000);
const range = { tMin: 1, tMax: 60, solid: true, mask: 1, side: 'front', boxesOnly: false, onProgress: () => undefined };

/** Makes a pool, for a shared scene. */
export const poolMakingCalls: MethodCall<BoxScene>[] = [
  [
    'RaycastPool.create',
    [{ threads: 2 }],
    async (scene, options: RaycastPoolOptions) => {
      const pool = await RaycastPool.create(scene, options);
      await pool.close();
      return pool.notice;
    },
  ],
];

/** All questions to a pool. */
export const poolCalls: MethodCall<RaycastPool>[] = [
  ['raycastMany', [rays, range], (pool, ...given: [FloatArray, object]) => pool.raycastMany(...given)],
  ['raycastAnyMany', [rays, range], (pool, ...given: [FloatArray, object]) => pool.raycastAnyMany(...given)],
  [
    'sweepMany',
    [
      'capsule',
      someMotions(10),
      {
        ...{ tMax: 2, margin: 0.1, ignoreStart: true, side: 'front', mask: 1, boxesOnly: true, features: true },
        onProgress: () => undefined,
      },
    ],
    (pool, ...given: ['capsule', FloatArray, object]) => pool.sweepMany(...given),
  ],
  [
    'nearestMany',
    [somePoints(10), { maxDistance: 5, mask: 1, boxesOnly: true, triangles: true, onProgress: () => undefined }],
    (pool, ...given: [FloatArray, object]) => pool.nearestMany(...given),
  ],
];

/** The address of a script with tasks. */
export const arithmeticScript = new URL('./arithmetic.js', import.meta.url);

/** What makes a pool of tasks, and what its script calls. */
export const taskPoolMakingCalls: MethodCall<URL>[] = [
  [
    'TaskPool.create',
    [{ threads: 1, data: 2, fallback: () => ({}) }],
    async (script, options: TaskPoolOptions<ArithmeticTasks>) => {
      const pool = await TaskPool.create<ArithmeticTasks>(script, options);
      const sum = await pool.call('sum', [[1, 2]]);
      await pool.close();
      return sum;
    },
  ],
  [
    'serveTasks',
    [() => ({})],
    (_, makeTasks: () => object) => {
      serveTasks(makeTasks);
    },
  ],
  ['moved', [Float64Array.of(1)], (_, answer: Float64Array<ArrayBuffer>) => moved(answer, answer)],
];

/** All questions to a pool of tasks. */
export const taskPoolCalls: MethodCall<TaskPool<ArithmeticTasks>>[] = [
  [
    'call',
    ['halved', [Float64Array.of(1, 2)], []],
    (pool, ...given: ['halved', [Float64Array<ArrayBuffer>], []]) => pool.call(...given),
  ],
];
