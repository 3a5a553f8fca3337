/** A page has shared memory only if it is served with these headers. */
export const ISOLATION_HEADERS =
  'the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

/** Returns why there is no memory that threads can share, and what to do about it. Null if there is. */
export function whyNoSharedMemory(): string | null {
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean };
  if (typeof SharedArrayBuffer === 'function' && crossOriginIsolated) return null;
  return `there is no SharedArrayBuffer because the page is not cross-origin isolated: serve it with ${ISOLATION_HEADERS}`;
}

const onPage =
  "check that the page's Content-Security-Policy allows its own workers (worker-src 'self'), and that the bundler finds the " +
  "threads' script. Vite's development server needs optimizeDeps: { exclude: ['slabtree'] }. esbuild and Rollup must build " +
  'slabtree/worker as an entry point; give the address of the result as options.workerUrl';

const inNode =
  "check that worker.js, the threads' script, is beside the package's other files. It is not beside a bundle: give its path " +
  "as options.workerUrl, require.resolve('slabtree/worker')";

/** Returns why threads could not be started, and what to do about it. */
export function whyNoThreads(reason: unknown): string {
  const advice = 'Worker' in globalThis ? onPage : inNode;
  return `threads could not be started (${reason instanceof Error ? reason.message : String(reason)}): ${advice}`;
}
