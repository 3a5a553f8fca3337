/** Says why threads could not be started, and what can be done about it. */
export function whyNoThreads(reason: unknown): string {
  const [place, script] =
    'Worker' in globalThis
      ? [
          "that the page's Content-Security-Policy allows workers of its own, and ",
          "the bundler finds the threads' script (for Vite's server, optimizeDeps: { exclude: ['slabtree'] })",
        ]
      : ['', "worker.js, the threads' script, is beside the package's other files"];
  return (
    `threads could not be started (${reason instanceof Error ? reason.message : String(reason)}): see ${place}that ${script}, ` +
    'or give its address as options.workerUrl'
  );
}
