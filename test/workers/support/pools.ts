import type { BoxScene } from 'slabtree';
import { RaycastPool, type RaycastPoolOptions } from 'slabtree/workers';
import { onTestFinished } from 'vitest';

/** A pool that is closed when the test ends. */
export async function poolFor(scene: BoxScene, options: RaycastPoolOptions = { threads: 3 }): Promise<RaycastPool> {
  const pool = await RaycastPool.create(scene, options);
  onTestFinished(() => pool.close());
  return pool;
}
