import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: true,
  sourcemap: true,
  clean: true,
  // The kernel's text first: gzip looks back no further than it is long, and so sees all other code in one run.
  inject: ['src/kernel/binary.ts'],
  esbuildOptions(options) {
    // Puts constants where they are used, as no later step can: the bundle has them as variables.
    options.minifySyntax = true;
  },
});
