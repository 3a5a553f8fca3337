const onPage =
  "check that the page's Content-Security-Policy allows its own workers (worker-src 'self'), and that the bundler finds the " +
  "threads' script. Vite's development server needs optimizeDeps: { exclude: ['slabtree'] }. esbuild and Rollup must build " +
  'slabtree/worker as an entry point; give the address of the result as options.workerUrl';

const inNode =
  "check that worker.js, the threads' script, is beside the package's other files. It is not beside a bundle: give its path " +
  "as options.workerUrl, require.resolve('slabtree/worker')";

/** A message that says why threads could not be started, and what to do about it. */
export function whyNoThreads(reason: unknown): string {
  const advice = 'Worker' in globalThis ? onPage : inNode;
  return `threads could not be started (${reason instanceof Error ? reason.message : String(reason)}): ${advice}`;
}
