import { THREAD_LIMIT } from '../../bvh/parallel/buildSite';
import { checkNumber, isObject, show } from '../../primitives/check';
import { whyNoThread } from '../../threads/whyNoThread';

/**
 * The address of a script: a string, or a `URL` of which `href` is read, so that users need no types of a page. See
 * {@link BoxScene.buildAsync}.
 */
export type WorkerUrl = string | { readonly href: string };

/** The option for where threads find their script. See {@link BoxScene.buildAsync}. */
export interface WorkerOptions {
  /**
   * The address of the threads' script, `slabtree/worker`. Only needed if your bundler does not find the script by
   * itself. A `URL` or a string. On a page, a string is relative to the page. In Node, a string is a path or begins
   * with `file:`.
   *
   * @example
   * ```ts
   * const workerUrl = new URL('./slabtree-worker.js', import.meta.url);
   * ```
   */
  workerUrl?: WorkerUrl;
}

/** Returns the address of the threads' script as a string. Undefined if the options have no address. */
export function readWorkerUrl({ workerUrl }: WorkerOptions): string | undefined {
  if (workerUrl === undefined || typeof workerUrl === 'string') return workerUrl;
  const href: unknown = isObject(workerUrl) ? workerUrl.href : undefined;
  if (typeof href === 'string') return href;
  throw new TypeError(`options.workerUrl must be a string or a URL, got ${show(workerUrl)}`);
}

/** Throws unless the number of threads is an integer from 1 to {@link THREAD_LIMIT}. */
export function checkThreads(threads: number): void {
  checkNumber('options.threads', threads);
  if (Number.isInteger(threads) && threads >= 1 && threads <= THREAD_LIMIT) return;
  throw new RangeError(`options.threads must be an integer from 1 to ${THREAD_LIMIT}, got ${threads}`);
}

const onPage =
  "check that the page's Content-Security-Policy allows its own workers (worker-src 'self'), and that the bundler finds the " +
  "threads' script. Vite's development server needs optimizeDeps: { exclude: ['slabtree'] }. esbuild and Rollup must build " +
  'slabtree/worker as an entry point; give the address of the result as options.workerUrl';

const inNode =
  "check that worker.js, the threads' script, is beside the package's other files. It is not beside a bundle: give its path " +
  "as options.workerUrl, require.resolve('slabtree/worker')";

/** Returns the text of a warning or an error: why threads could not be started, and what to do about it. */
export function whyNoThreads(reason: unknown): string {
  const advice = 'Worker' in globalThis ? onPage : inNode;
  return `${whyNoThread(reason)}: ${advice}`;
}
