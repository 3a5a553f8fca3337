import type * as FileSystem from 'node:fs/promises';
import type * as Os from 'node:os';
import type * as WorkerThreads from 'node:worker_threads';

interface NodeModules {
  'fs/promises': typeof FileSystem;
  os: typeof Os;
  worker_threads: typeof WorkerThreads;
}

/**
 * Imports one of Node's own modules. Bundlers for pages must ignore the import: the module's name is an expression, and
 * the comments in the call turn the bundlers' warnings off. If the name were constant, esbuild would drop these
 * comments from the built files.
 */
export function importNode<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`) as Promise<NodeModules[Name]>;
}
