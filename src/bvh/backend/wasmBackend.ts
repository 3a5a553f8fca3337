import { KernelMemory } from '../memory/kernelMemory';
import type { Backend } from './backend';
import { BoundKernel } from './boundKernel';
import { kernelBuild } from './kernelBuild';
import { kernelChange } from './kernelChange';
import { kernelFilePiece } from './kernelFilePiece';
import { kernelMatrices } from './kernelMatrices';
import { kernelNearest } from './kernelNearest';
import { kernelPairs } from './kernelPairs';
import { kernelRays } from './kernelRays';
import { kernelSets } from './kernelSets';
import { kernelTreeCheck } from './kernelTreeCheck';

/**
 * The operations as a WebAssembly SIMD kernel, an instance a scene, whose memory is the scene's. What it does not have, and
 * numbers of sizes beyond its margins, are left to the same operations in JavaScript, which read the same bytes.
 *
 * @throws where WebAssembly with SIMD is not to be had.
 */
export function createWasmBackend(memory = new KernelMemory()): Backend {
  const kernel = new BoundKernel(memory);
  return {
    name: 'wasm',
    memory,
    build: kernelBuild(kernel),
    ...kernelRays(kernel),
    nearest: kernelNearest(kernel),
    ...kernelSets(kernel),
    pairs: kernelPairs(kernel),
    ...kernelChange(kernel),
    readMatrices: kernelMatrices(kernel),
    createFilePiece: kernelFilePiece(kernel),
    checkTree: kernelTreeCheck(kernel),
  };
}
