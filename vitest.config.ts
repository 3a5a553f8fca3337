import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^slabtree$/, replacement: source('./src/index.ts') },
      { find: /^slabtree\/three$/, replacement: source('./src/three/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
