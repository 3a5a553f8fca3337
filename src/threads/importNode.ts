import type * as Os from 'node:os';
import type * as WorkerThreads from 'node:worker_threads';

interface NodeModules {
  os: typeof Os;
  worker_threads: typeof WorkerThreads;
}

/**
 * One of Node's own modules. Bundlers for pages are to leave this import alone: its name is put together only here, and the
 * comments ask for no warning. They stay in the built files only where they stand before an expression; before a constant,
 * esbuild drops them with it.
 */
export function importNode<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`) as Promise<NodeModules[Name]>;
}
