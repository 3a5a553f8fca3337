import { defineConfig } from 'vitest/config';
import { resolve, server } from './vitest.built.config';

/** The same answers in all engines: the package as it is published, in this Node and in the browsers that there are. */
export default defineConfig({
  resolve,
  test: {
    // Names what is compared, and with what.
    reporters: ['verbose'],
    include: ['test/engines/**/*.test.ts'],
    server,
    testTimeout: 60_000,
    // A browser that does not answer is told of after two minutes.
    hookTimeout: 180_000,
  },
});
