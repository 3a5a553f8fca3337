import { OptionNames } from '../primitives/optionNames';
import { checkThreads, readWorkerUrl, type WorkerOptions } from '../scene/arguments/workerOptions';

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

const POOL_OPTIONS = /* @__PURE__ */ new OptionNames<RaycastPoolOptions>({ threads: true, workerUrl: true });

export function readPoolOptions(options: RaycastPoolOptions): PoolSettings {
  POOL_OPTIONS.check('options', options);
  const { threads } = options;
  if (threads !== undefined) checkThreads(threads);
  return { threads, workerUrl: readWorkerUrl(options) };
}
