import { type AbortSignalLike, VERSION } from 'slabtree';
import { checkNames, checkSignal, isObject, show } from '../protocol/arguments';
import { type ClusterQueue, hostOf, readClusterQueue } from '../protocol/clusterQueue';
import { nameInProcess } from '../protocol/presence';
import { Publisher } from '../protocol/publisher';
import { connect, loadPackages } from '../protocol/redis';
import { asClusterError } from '../protocol/redisErrors';
import { HOLD, LONGEST_CLOSING, MOST_STALLS, STALLED_CHECK } from '../protocol/retries';
import { checkRights, WORKER_RIGHTS } from '../protocol/rights';
import { settledWithin } from '../protocol/settledWithin';
import { whenAborted } from '../protocol/whenAborted';
import { checkFolders } from './allowedFiles';
import { type BlockReport, BlockWorker } from './blockWorker';
import { closeWorker } from './closeWorker';
import { type ClusterLog, NO_LOG } from './clusterLog';
import { pauseWhileRefused } from './pauseWhileRefused';
import { SceneCache } from './sceneCache';

/** Options of a worker of a cluster: see {@link startWorker}. */
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
  /** Where the worker logs what it does, such as a logger of pino. By default, the worker logs nothing. */
  log?: ClusterLog;
  /** Called after each block, for metrics. */
  onBlock?: (report: BlockReport) => void;
  /** Aborting this signal ends the wait for Redis at the start: `startWorker` then rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/**
 * A running worker, which takes blocks of rays from a queue until the worker is closed: the answer of
 * {@link startWorker}.
 */
export interface ClusterWorker {
  /** The worker's name in error messages: its host and process id, and a number if the process has several workers. */
  readonly name: string;
  /** Why the worker takes no blocks now, such as a lost connection. Null if it takes blocks. */
  readonly problem: string | null;
  /** The number of threads that cast rays, summed over the open scenes. */
  readonly threads: number;
  /** The number of open scenes. */
  readonly openScenes: number;
  /**
   * Stops the worker: it takes no more blocks of rays, finishes its current blocks, and disconnects from Redis. The promise
   * fulfils within 8 seconds. Other workers then cast the blocks that are not finished.
   */
  close(): Promise<void>;
}

/** How many workers this process has started. */
let started = 0;

/**
 * Starts a worker in this process. The worker takes blocks of rays from a queue, casts the rays, and stores the answers. It waits
 * for a Redis that does not answer, at its start and later, however long that takes.
 *
 * @throws ClusterError if Redis refuses the connection or a command that the worker needs.
 *
 * @example
 * ```ts
 * const worker = await startWorker({ redis: 'redis://10.0.0.1' }, { concurrency: 4, allow: ['/srv/scenes'] });
 * process.once('SIGTERM', () => void worker.close());
 * ```
 */
export async function startWorker(queue: ClusterQueue, options: ClusterWorkerOptions = {}): Promise<ClusterWorker> {
  const checked = readClusterQueue(queue);
  const { concurrency, memory, allow, log, onBlock, signal } = readOptions(options);
  const packages = await loadPackages();
  await checkFolders(allow);
  const name = nameInProcess(++started);
  const host = hostOf(checked);
  log.info({ worker: name, version: VERSION, threads: concurrency, queue: checked.name, allow }, 'starting');
  const abort = whenAborted(signal);
  const onNotice = (notice: string): void => {
    log.warn({ worker: name }, notice);
  };
  const wait = { timeout: Infinity, onNotice };
  const connection = await connect(packages, checked, WORKER_RIGHTS, wait, abort.reason).catch((thrown: unknown) => {
    abort.stopListening();
    throw thrown;
  });
  const { redis, watch } = connection;
  log.info({ redis: host }, 'connected');
  const scenes = new SceneCache(allow, { threads: concurrency, memory }, log);
  const keyOf = (key: string): string => worker.toKey(key);
  const blockWorker = new BlockWorker({ packages, redis, watch, queue: checked, keyOf, name, scenes, log, onBlock });
  const worker = new packages.bullmq.Worker(checked.name, (job, token) => blockWorker.work(job, token), {
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
  });
  worker.on('error', ({ message }) => {
    log.debug({ reason: message }, 'an error of BullMQ');
  });
  pauseWhileRefused(worker, watch, () => checkRights(redis, checked, WORKER_RIGHTS, watch));
  try {
    await watch.guard(worker.waitUntilReady());
    watch.waitForEver();
  } catch (thrown) {
    connection.close();
    await settledWithin(LONGEST_CLOSING, worker.close(true));
    throw asClusterError(hostOf(checked), thrown);
  } finally {
    abort.stopListening();
  }
  const since = Date.now();
  const current = () => {
    const { blocks, rays } = blockWorker;
    return { name, version: VERSION, threads: concurrency, since, blocks, rays, scenes: scenes.openPaths };
  };
  const presence = new Publisher(redis, checked, keyOf, 'worker', current, (problem) => {
    log.warn({ reason: problem }, 'Redis refuses what the worker writes');
  });
  await presence.begin();
  log.info({}, `worker ${name} is ready`);
  let isClosing = false;
  redis.on('close', () => {
    if (!isClosing) log.warn({ redis: host }, 'lost the connection to Redis');
  });
  redis.on('ready', () => {
    if (isClosing) return;
    log.info({ redis: host }, 'connected again');
    void presence.publish();
  });
  return {
    name,
    get threads() {
      return scenes.threads;
    },
    get problem() {
      if (isClosing) return 'the worker is closing';
      return watch.problem ?? presence.problem;
    },
    get openScenes() {
      return scenes.openCount;
    },
    close: async () => {
      isClosing = true;
      log.info({ worker: name }, 'closing: finishes the blocks that it has');
      blockWorker.close();
      await presence.remove();
      await closeWorker(worker, connection);
      await scenes.close();
      log.info({ worker: name, blocks: blockWorker.blocks, rays: blockWorker.rays }, 'closed');
    },
  };
}

const WORKER_OPTIONS: Record<keyof ClusterWorkerOptions, boolean> = {
  concurrency: true,
  memory: true,
  allow: true,
  log: true,
  onBlock: true,
  signal: true,
};

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

type CheckedOptions = Required<Omit<ClusterWorkerOptions, 'signal'>> & { signal: AbortSignalLike | undefined };

function readOptions(options: ClusterWorkerOptions): CheckedOptions {
  checkNames('options', options, WORKER_OPTIONS);
  const { concurrency = 1, memory = 2 ** 28, allow = ['.'], log = NO_LOG, onBlock = () => undefined } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 256) {
    throw new RangeError(`options.concurrency must be an integer from 1 to 256, got ${show(concurrency)}`);
  }
  if (typeof memory !== 'number') throw new TypeError(`options.memory must be a number, got ${show(memory)}`);
  if (!(memory > 0)) throw new RangeError(`options.memory must be more than 0 bytes, got ${memory}`);
  if (!Array.isArray(allow) || allow.length === 0 || !allow.every((folder) => typeof folder === 'string')) {
    throw new TypeError(`options.allow must be an array of one or more paths of folders, got ${show(allow)}`);
  }
  if (!isObject(log) || !LEVELS.every((level) => typeof log[level] === 'function')) {
    throw new TypeError(`options.log must be an object with the methods ${LEVELS.join(', ')}, got ${show(log)}`);
  }
  if (typeof onBlock !== 'function') throw new TypeError(`options.onBlock must be a function, got ${show(onBlock)}`);
  const { signal } = options;
  checkSignal(signal);
  return { concurrency, memory, allow: [...allow], log, onBlock, signal };
}
