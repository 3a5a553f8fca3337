import { show } from '../primitives/check';

export interface WorkerOptions {
  /** Where the script of threads is, `slabtree/worker`, for bundlers that do not find it by themselves. */
  workerUrl?: string | URL;
}

export function checkWorkerOptions({ workerUrl = '' }: WorkerOptions): void {
  if (typeof workerUrl === 'string' || Object.prototype.toString.call(workerUrl) === '[object URL]') return;
  throw new TypeError(`options.workerUrl must be a string or a URL, got ${show(workerUrl)}`);
}
