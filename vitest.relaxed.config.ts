import { defineConfig } from 'vitest/config';
import { hasMultiplyAdd } from './src/bvh/backend/fuseMultiplyAdd.ts';
import { resolve, server } from './vitest.built.config.ts';
import { test } from './vitest.config.ts';

const hasRelaxedSimd = hasMultiplyAdd();

/**
 * The tests of rays with the other form of the kernel: with relaxed SIMD in a Node that has it only behind a flag, and
 * without it in a Node that has it.
 */
export default defineConfig({
  resolve,
  test: {
    ...test,
    server,
    include: [
      'test/bvh/backend/*.test.ts',
      'test/scene/boxScene.{backends,raycast,raycastMany,changes,large,meshes}.test.ts',
    ],
    execArgv: hasRelaxedSimd ? [] : ['--experimental-wasm-relaxed-simd'],
    setupFiles: hasRelaxedSimd ? ['test/support/withoutRelaxedSimd.ts'] : [],
    env: { ...test.env, SLABTREE_RELAXED: hasRelaxedSimd ? 'no' : 'yes' },
  },
});
