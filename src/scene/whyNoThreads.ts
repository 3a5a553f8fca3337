/** Says why threads could not be started, and what can be done about it. */
export function whyNoThreads(reason: unknown): string {
  const why = `threads could not be started (${reason instanceof Error ? reason.message : String(reason)})`;
  return 'Worker' in globalThis
    ? `${why}: see that the page's Content-Security-Policy allows workers of its own, and that the bundler finds the ` +
        "threads' script (for Vite's server, optimizeDeps: { exclude: ['slabtree'] }), or give its address as options.workerUrl"
    : `${why}: see that the threads' script, worker.js, is beside the package's other files, as bundlers do not put it there by ` +
        'themselves, or give its address, file:///…, as options.workerUrl';
}
