import { mapInOrder } from '../../mapInOrder';
import type { RayAnswers } from '../protocol/blockBytes';
import { blockJob } from '../protocol/blockJob';
import { type ClusterQueue, readClusterQueue } from '../protocol/clusterQueue';
import { referenceTo, type SceneReference } from '../protocol/sceneReference';
import { whenAborted } from '../protocol/whenAborted';
import { BlockExchange } from './blockExchange';
import { type CastChoice, type ClusterCastOptions, readCastOptions, windowsFor } from './castOptions';
import { type ManyRays, RayBlocks, type Window, windowsOf } from './windows';

/**
 * Casts rays on a cluster: the workers of a queue, which `slabtree worker` or {@link startWorker} starts.
 *
 * @param scene the path of a scene file, which the caller and the workers can read, or the result of {@link referenceTo}.
 * @param rays 6 numbers for each ray: origin x y z, direction x y z. The rays are read no faster than the answers are taken.
 * @returns the answers in the order of the rays, in parts of any size. The answers equal the answers of `scene.raycastMany`,
 *   whatever happens to workers and connections. If the generator ends early, by an error, by `break` or by the signal, nothing
 *   stays in Redis.
 * @throws TypeError or RangeError if an argument is not valid. The loop over the answers throws a ClusterError if the
 *   cluster cannot answer, and the reason of an aborted signal.
 *
 * @example
 * ```ts
 * const rays = new Float32Array([4, 5, -20, 0, 0, 1]);
 * for await (const { ids, ts } of castOnCluster({ redis: 'redis://10.0.0.1' }, 'city.slab', rays)) {
 *   console.log(ids, ts);
 * }
 * ```
 */
export function castOnCluster(
  queue: ClusterQueue,
  scene: string | SceneReference,
  rays: ManyRays,
  options: ClusterCastOptions = {},
): AsyncGenerator<RayAnswers, void> {
  const choice = readCastOptions(options);
  return answersOf(readClusterQueue(queue), scene, rays, choice);
}

async function* answersOf(
  queue: Required<ClusterQueue>,
  scene: string | SceneReference,
  rays: ManyRays,
  choice: CastChoice,
): AsyncGenerator<RayAnswers, void> {
  const { options, blockRays, onProgress, signal } = choice;
  if (signal?.aborted === true) throw signal.reason;
  const reference = typeof scene === 'string' ? await referenceTo(scene) : scene;
  const { windowRays, windows } = windowsFor(choice, reference.tiled);
  const abort = whenAborted(signal);
  const exchange = await BlockExchange.open(queue, blockJob(reference, options), choice, abort.reason).catch(
    (thrown: unknown) => {
      abort.stopListening();
      throw thrown;
    },
  );
  const store = new RayBlocks();
  const cut = windowsOf(rays, blockRays, windowRays, store);
  try {
    const cast = async (window: Window) => {
      const answers = await Promise.all(window.blocks.map((block) => exchange.cast(block)));
      for (const block of window.blocks) store.giveBack(block);
      return window.inOrder(answers);
    };
    const next = { next: () => Promise.race([cut.next(), exchange.failure]) };
    let given = 0;
    for await (const answers of mapInOrder(next, windows, cast)) {
      yield answers;
      given += answers.ids.length;
      onProgress?.(given);
    }
  } finally {
    abort.stopListening();
    // The return of the generator of rays is not awaited: the generator may wait for rays that never arrive.
    cut.return(undefined).catch(() => undefined);
    await exchange.close();
  }
}
