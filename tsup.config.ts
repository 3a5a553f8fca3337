import { rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

// Here and not by tsup's `clean`: the two builds run side by side, and each would delete what the other has written.
rmSync('dist', { recursive: true, force: true });

const common: Options = {
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  sourcemap: true,
  esbuildOptions(options) {
    // Puts constants where they are used, as no later step can: the bundle has them as variables.
    options.minifySyntax = true;
  },
};

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts'],
    // The kernel's text first: gzip looks back no further than it is long, and so sees all other code in one run.
    inject: ['src/kernel/binary.ts'],
  },
  {
    ...common,
    entry: { three: 'src/three/index.ts' },
    // So that a page that imports both has one core.
    external: ['slabtree', 'three'],
    // By Rollup, which writes one import of three where esbuild leaves one a file.
    treeshake: true,
  },
]);
