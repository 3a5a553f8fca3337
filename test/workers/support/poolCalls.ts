import type { BoxScene, FloatArray } from 'slabtree';
import { RaycastPool, type RaycastPoolOptions } from 'slabtree/workers';
import type { MethodCall } from '../../support/publicCalls';
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
      { tMax: 2, margin: 0.1, ignoreStart: true, side: 'front', mask: 1, boxesOnly: true, onProgress: () => undefined },
    ],
    (pool, ...given: ['capsule', FloatArray, object]) => pool.sweepMany(...given),
  ],
  [
    'nearestMany',
    [somePoints(10), { maxDistance: 5, mask: 1, boxesOnly: true, triangles: true, onProgress: () => undefined }],
    (pool, ...given: [FloatArray, object]) => pool.nearestMany(...given),
  ],
];
