import type { Job } from 'bullmq';
import { hostname } from 'node:os';
import { show } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import { type AbortSignalLike, readProgressOptions } from '../../scene/arguments/progressOptions';
import { answersToBytes, areAnswers, bytesToRays } from '../protocol/blockBytes';
import { readBlockJob } from '../protocol/blockJob';
import { blockKey, ClusterError, type ClusterQueue, hostOf, readClusterQueue } from '../protocol/clusterQueue';
import { expireWithJob } from '../protocol/expiry';
import { connect, loadPackages } from '../protocol/redis';
import { readNotice } from '../protocol/redisWatch';
import { asClusterError } from '../protocol/refusals';
import { HOLD, MOST_STALLS, STALLED_CHECK } from '../protocol/retries';
import { checkRights, WORKER_RIGHTS } from '../protocol/rights';
import { whenAborted } from '../protocol/whenAborted';
import { checkFolders } from './allowedFiles';
import { closeWorker } from './closeWorker';
import { pauseWhileRefused } from './pauseWhileRefused';
import { SceneCache } from './sceneCache';

/** Options of a worker of a cluster. */
export interface ClusterWorkerOptions {
  /**
   * The number of threads that cast rays. The threads share one copy of each scene, or of each file's tiles. 1 by default: then
   * no thread is started.
   */
  concurrency?: number;
  /** How many bytes of tiles the worker keeps in memory, for each file of tiles: see `TiledScene.open`. 256 MB by default. */
  memory?: number;
  /** The folders of the scene files that callers may use. The current folder by default. */
  allow?: readonly string[];
  /** Called with a sentence for the user when Redis does not answer or refuses the worker, and when it answers. */
  onNotice?: (message: string) => void;
  /** Aborting this signal ends the wait for Redis at the start: `startWorker` then rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/** A running worker, which takes blocks of rays from a queue until the worker is closed. */
export interface ClusterWorker {
  /** The worker's name in error messages: its host and process id. */
  readonly name: string;
  /**
   * Stops the worker: it takes no more blocks of rays, finishes its current blocks, and disconnects from Redis. The promise
   * fulfils within 8 seconds. Other workers then cast the blocks that are not finished.
   */
  close(): Promise<void>;
}

/**
 * Starts a worker in this process. The worker takes blocks of rays from a queue, casts the rays, and stores the answers. It waits
 * for a Redis that does not answer, at its start and later, however long that takes.
 *
 * @throws ClusterError if Redis refuses the connection or a command that the worker needs.
 */
export async function startWorker(queue: ClusterQueue, options: ClusterWorkerOptions = {}): Promise<ClusterWorker> {
  const checked = readClusterQueue(queue);
  const { concurrency, memory, allow, onNotice, signal } = readOptions(options);
  const packages = await loadPackages();
  await checkFolders(allow);
  const abort = whenAborted(signal);
  const wait = { timeout: Infinity, onNotice };
  const connection = await connect(packages, checked, WORKER_RIGHTS, wait, abort.reason).catch((thrown: unknown) => {
    abort.stopListening();
    throw thrown;
  });
  const { redis, watch } = connection;
  const scenes = new SceneCache(allow, { threads: concurrency, memory });
  const name = `${hostname()}:${process.pid}`;

  const answer = async (job: Job): Promise<void> => {
    // BullMQ returns an empty job for an expired job whose id is still in its lists: the job's caller was killed.
    if (isEmpty(job.data)) return;
    const { scene, options } = readBlockJob(job.data);
    const key = blockKey(checked, String(job.id));
    const expiry = expireWithJob(redis, (name) => worker.toKey(name), String(job.id)).catch(() => undefined);
    const [bytes] = await Promise.all([redis.getBuffer(key), expiry]);
    // A block without a key in Redis is skipped: the caller has read its answers, or has ended.
    if (bytes === null || areAnswers(bytes)) return;
    const answers = await scenes.use(scene, (opened) => opened.answer(bytesToRays(bytes), options));
    const answered = Buffer.from(answersToBytes(answers).buffer);
    // With the option XX, Redis stores the answers only in place of the rays. Once the rays are removed, no one removes answers.
    await watch.untilAccepted(() => redis.set(key, answered, 'KEEPTTL', 'XX'));
  };

  const worker = new packages.bullmq.Worker(
    checked.name,
    async (job) => {
      try {
        await answer(job);
      } catch (thrown) {
        const message = `worker ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
        // A ClusterError is not retried, because another attempt would fail in the same way.
        if (thrown instanceof ClusterError) throw new packages.bullmq.UnrecoverableError(message);
        throw new Error(message, { cause: thrown });
      }
    },
    {
      connection: redis,
      // The worker takes one block more than it has threads: the next block is fetched while the other blocks are cast.
      concurrency: concurrency + 1,
      lockDuration: HOLD,
      stalledInterval: STALLED_CHECK,
      maxStalledCount: MOST_STALLS,
      // The worker's pause after a lost connection, in milliseconds. BullMQ's default is 15 seconds.
      runRetryDelay: 1000,
      // For jobs that have expired. All others have these options themselves.
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  pauseWhileRefused(worker, watch, () => checkRights(redis, checked, WORKER_RIGHTS, watch));
  try {
    await watch.guard(worker.waitUntilReady());
    watch.waitForEver();
  } catch (thrown) {
    connection.close();
    await worker.close(true).catch(() => undefined);
    throw asClusterError(hostOf(checked), thrown);
  } finally {
    abort.stopListening();
  }
  return {
    name,
    close: async () => {
      await closeWorker(worker, connection);
      await scenes.close();
    },
  };
}

const WORKER_OPTIONS = /* @__PURE__ */ new OptionNames<ClusterWorkerOptions>({
  concurrency: true,
  memory: true,
  allow: true,
  onNotice: true,
  signal: true,
});

type CheckedOptions = Required<Omit<ClusterWorkerOptions, 'signal'>> & { signal: AbortSignalLike | undefined };

function readOptions(options: ClusterWorkerOptions): CheckedOptions {
  WORKER_OPTIONS.check('options', options);
  const { concurrency = 1, memory = 2 ** 28, allow = ['.'] } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 256) {
    throw new RangeError(`options.concurrency must be an integer from 1 to 256, got ${show(concurrency)}`);
  }
  if (typeof memory !== 'number') throw new TypeError(`options.memory must be a number, got ${show(memory)}`);
  if (!(memory > 0)) throw new RangeError(`options.memory must be more than 0 bytes, got ${memory}`);
  if (!Array.isArray(allow) || allow.length === 0 || !allow.every((folder) => typeof folder === 'string')) {
    throw new TypeError(`options.allow must be an array of one or more paths of folders, got ${show(allow)}`);
  }
  const { signal } = readProgressOptions(options);
  return { concurrency, memory, allow: [...allow], onNotice: readNotice(options), signal };
}

function isEmpty(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length === 0;
}
