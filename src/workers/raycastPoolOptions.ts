import { checkNumber, checkOptions } from '../primitives/check';
import { readWorkerUrl, type WorkerOptions } from '../scene/arguments/workerOptions';

/**
 * The most threads. Each takes about 10 MB, and a few MB of the scene's memory. Rays wait for memory, and far fewer threads
 * use all of its bandwidth.
 */
const THREAD_LIMIT = 256;

/** How a pool starts its threads. */
export interface RaycastPoolOptions extends WorkerOptions {
  /** The number of threads, from 1 to 256. By default as many as the machine runs at once, at most 16. */
  threads?: number;
}

/** A checked copy of the options of a pool. */
export interface PoolSettings {
  readonly threads: number | undefined;
  readonly workerUrl: string | undefined;
}

export function readPoolOptions(options: RaycastPoolOptions): PoolSettings {
  checkOptions('options', options);
  const { threads } = options;
  if (threads !== undefined) checkThreads(threads);
  return { threads, workerUrl: readWorkerUrl(options) };
}

function checkThreads(threads: number): void {
  checkNumber('options.threads', threads);
  if (Number.isInteger(threads) && threads >= 1 && threads <= THREAD_LIMIT) return;
  throw new RangeError(`options.threads must be an integer from 1 to ${THREAD_LIMIT}, got ${threads}`);
}
