/* global URL */
import './main.js';

// As in docs/threads.md: esbuild and Rollup build the script as an entry point of this name.
globalThis.workerOptions = { workerUrl: new URL('./slabtree-worker.js', import.meta.url) };
