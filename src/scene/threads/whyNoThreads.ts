const onPage =
  "see that the page's Content-Security-Policy allows workers of its own (worker-src 'self'), and that the bundler finds the " +
  "threads' script. Vite's development server needs optimizeDeps: { exclude: ['slabtree'] }. esbuild and Rollup must build " +
  'slabtree/worker as an entry point of its own; give the address of what they build as options.workerUrl';

const inNode =
  "see that worker.js, the threads' script, is beside the package's other files. In a bundle it is not: give its path as " +
  "options.workerUrl, require.resolve('slabtree/worker')";

/** Says why threads could not be started, and what can be done about it. */
export function whyNoThreads(reason: unknown): string {
  const advice = 'Worker' in globalThis ? onPage : inNode;
  return `threads could not be started (${reason instanceof Error ? reason.message : String(reason)}): ${advice}`;
}
