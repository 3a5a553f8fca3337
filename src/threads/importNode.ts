import type * as Os from 'node:os';
import type * as WorkerThreads from 'node:worker_threads';

interface NodeModules {
  os: typeof Os;
  worker_threads: typeof WorkerThreads;
}

/** One of Node's own modules, by a name that is put together only here, so that bundlers for pages leave it alone. */
export function importNode<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  const specifier = ['node', name].join(':');
  return import(/* webpackIgnore: true */ /* @vite-ignore */ specifier) as Promise<NodeModules[Name]>;
}
