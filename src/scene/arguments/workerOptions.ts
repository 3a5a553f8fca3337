import { isObject, show } from '../../primitives/check';

/** The address of a script: a string, or a `URL`, of which only its text is needed. */
export type WorkerUrl = string | { readonly href: string };

export interface WorkerOptions {
  /**
   * Where the script of threads is, `slabtree/worker`, for bundlers that do not find it by themselves: a `URL`, or a string,
   * which on a page is relative to the page, and in Node is a path or begins with `file:`.
   */
  workerUrl?: WorkerUrl;
}

/** The address of the script as a string; undefined where the options give none. */
export function readWorkerUrl({ workerUrl }: WorkerOptions): string | undefined {
  if (workerUrl === undefined || typeof workerUrl === 'string') return workerUrl;
  const href: unknown = isObject(workerUrl) ? workerUrl.href : undefined;
  if (typeof href === 'string') return href;
  throw new TypeError(`options.workerUrl must be a string or a URL, got ${show(workerUrl)}`);
}
