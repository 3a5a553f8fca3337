import type { RaycastManyOptions } from 'slabtree';
import type { ClusterQueue } from 'slabtree-cli/cluster';
import { isUrl } from '../input/openInput';
import { hasTiles, inTiles, openScene, openTiles } from '../input/openScene';
import { interruptible } from '../output/interruptible';
import { untilAborted } from '../output/untilAborted';
import { type Cast, CastFiles, type CastPaths } from '../rays/castFiles';
import { castInThreads } from '../rays/castInThreads';
import { castInTiles } from '../rays/castInTiles';
import { castBlocksOnCluster } from '../rays/castBlocksOnCluster';
import { castThreads } from '../rays/castThreads';
import { InputError } from '../text/errors';
import { CORES } from './options';

/** The URL of the script of the threads that cast rays. In the built package, the script is beside the program. */
const CAST_THREAD = new URL('./castThread.js', import.meta.url).href;

/**
 * How many seconds the process goes on at most after a signal, whatever the cast waits for: more than the caller takes to remove its
 * blocks and to close its connection.
 */
const LONGEST_END = 1.4;

/** A cast of many rays. */
export interface ManyRaysCast {
  paths: CastPaths;
  /** Whether the answers have the names of the boxes. */
  names: boolean;
  /** Which hits count, and whether the answers have triangles. */
  options: RaycastManyOptions;
}

/**
 * Casts many rays at a scene or at a file of tiles, and writes the answer to each.
 *
 * @param memory how many bytes of a file of tiles stay in memory. Undefined for the default.
 */
export async function raycastMany(cast: ManyRaysCast, threads: number, memory: number | undefined): Promise<void> {
  const { paths, names, options } = cast;
  const files = await CastFiles.open(paths, { ...options, names });
  if (files.isComplete) return;
  const threadCount = Math.min(threads, CORES);
  const tiles = await openTiles(paths.scene, memory, threadCount);
  if (tiles !== null) {
    const pool = await castThreads(CAST_THREAD, threadCount, null, null);
    try {
      await answer(files, (blocks) => castInTiles(tiles, pool, blocks, names, options, paths.hitFormat));
    } catch (thrown) {
      throw inTiles(paths.scene, thrown);
    } finally {
      await pool.close();
      await tiles.close();
    }
    return;
  }
  const { scene, readNames } = await openScene(paths.scene, { shared: true });
  const pool = await castThreads(CAST_THREAD, threadCount, scene, names ? readNames() : null);
  try {
    await answer(files, (blocks) => castInThreads(pool, threadCount, blocks, options, paths.hitFormat));
  } finally {
    await pool.close();
  }
}

/** Answers rays. An interrupt leaves nothing behind that a later cast does not need. */
async function answer(files: CastFiles, cast: Cast): Promise<void> {
  if (!files.isWritten) {
    await files.answer(cast);
    return;
  }
  await interruptible((signal) => files.answer((blocks, progress) => untilAborted(cast(blocks, progress), signal)));
}

/**
 * Casts rays like {@link raycastMany}, on a cluster. An interrupted command leaves no rays in the cluster's queue.
 *
 * @param timeout how many seconds to wait for a Redis that does not answer. Undefined for the default.
 */
export async function raycastOnCluster(
  cast: ManyRaysCast,
  queue: ClusterQueue,
  timeout: number | undefined,
): Promise<void> {
  const { paths, names, options } = cast;
  const { scene, hitFormat: format } = paths;
  if (isUrl(scene)) throw new InputError(`${scene}: --cluster needs the path of a file, which workers have too`);
  if (names && (await hasTiles(scene))) {
    throw new InputError(`${scene}: --cluster does not read the names of tiles: leave out --names`);
  }
  const files = await CastFiles.open(paths, { ...options, names });
  if (files.isComplete) return;
  const pool = await castThreads(CAST_THREAD, CORES, null, names ? (await openScene(scene)).readNames() : null);
  try {
    await interruptible(async (signal) => {
      await files.answer((blocks, progress) => {
        const onSend = (rayCount: number): void => {
          progress.send(rayCount);
        };
        const onNotice = (message: string): void => {
          progress.note(message);
        };
        const onWorkers = (count: number): void => {
          progress.setWorkers(count);
        };
        const reading = { threads: pool, threadCount: CORES, format, onSend };
        const wait = { signal, onNotice, onWorkers, ...(timeout !== undefined && { timeout: 1000 * timeout }) };
        return castBlocksOnCluster(queue, scene, blocks, { ...options, ...wait }, reading);
      }, true);
    }, LONGEST_END);
  } finally {
    await pool.close();
  }
}
