/* global URL */
import './main.js';

// As docs/threads.md has it for esbuild and Rollup, which build the script as an entry point of this name.
globalThis.workerOptions = { workerUrl: new URL('./slabtree-worker.js', import.meta.url) };
