import { checkNumber, checkOptions } from '../primitives/check';
import { readWorkerUrl, type WorkerOptions } from '../scene/arguments/workerOptions';

/**
 * Threads at most. Each takes about 10 MB, and a few MB of the scene's memory; far fewer have all the bandwidth of a
 * machine's memory, which is what rays wait for.
 */
const THREAD_LIMIT = 256;

export interface RaycastPoolOptions extends WorkerOptions {
  /** How many threads, from 1 to 256; by default as many as the machine runs at once, at most 16. */
  threads?: number;
}

/** Options of a pool, read and checked once. */
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
