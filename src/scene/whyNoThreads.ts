/** Says why threads could not be started, and what can be done about it. */
export function whyNoThreads(reason: unknown): string {
  return (
    `threads could not be started (${reason instanceof Error ? reason.message : String(reason)}): see that the page's ` +
    "Content-Security-Policy allows workers of its own, and that the bundler finds the threads' script (for Vite's server, " +
    "optimizeDeps: { exclude: ['slabtree'] }), or give its address as options.workerUrl"
  );
}
