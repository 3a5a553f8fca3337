import { defineConfig } from 'vitest/config';
import { resolve, server } from './vitest.built.config.ts';

/** Compares the answers of all engines: the package as it is published, in this Node and in the installed browsers. */
export default defineConfig({
  resolve,
  test: {
    // Names the engines that are compared.
    reporters: ['verbose'],
    include: ['test/engines/**/*.test.ts'],
    server,
    testTimeout: 60_000,
    // If a browser does not answer, the hook itself reports it after two minutes.
    hookTimeout: 180_000,
  },
});
