import { isObject, show } from '../primitives/check';

/** The address of a script: a string, or a `URL`, of which only its text is needed. */
export type WorkerUrl = string | { readonly href: string };

export interface WorkerOptions {
  /** Where the script of threads is, `slabtree/worker`, for bundlers that do not find it by themselves: a string or a `URL`. */
  workerUrl?: WorkerUrl;
}

export function checkWorkerOptions({ workerUrl = '' }: WorkerOptions): void {
  if (typeof workerUrl === 'string' || (isObject(workerUrl) && typeof workerUrl.href === 'string')) return;
  throw new TypeError(`options.workerUrl must be a string or a URL, got ${show(workerUrl)}`);
}
