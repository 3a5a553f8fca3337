import { WasmAllocator } from '../memory/wasmAllocator';
import type { Backend } from './backend';
import { BoundKernel } from './boundKernel';
import { kernelBuild, kernelTriangles } from './kernelBuild';
import { kernelChange } from './kernelChange';
import { kernelFile } from './kernelFile';
import { kernelMatrices } from './kernelMatrices';
import { kernelNearest } from './kernelNearest';
import { kernelPairs } from './kernelPairs';
import { kernelRays } from './kernelRays';
import { kernelSets } from './kernelSets';

/**
 * The operations as a WebAssembly SIMD kernel. Each scene has its own instance, which works in the scene's memory.
 * JavaScript does what the kernel does not have, and what has numbers of sizes beyond the kernel's margins. It reads
 * the same bytes.
 *
 * @throws if WebAssembly with SIMD is not available.
 */
export function createWasmBackend(memory = new WasmAllocator()): Backend {
  const kernel = new BoundKernel(memory);
  return {
    name: 'wasm',
    memory,
    rayHolder: kernel,
    build: kernelBuild(kernel),
    triangles: kernelTriangles(kernel),
    ...kernelRays(kernel),
    nearest: kernelNearest(kernel),
    ...kernelSets(kernel),
    pairs: kernelPairs(kernel),
    ...kernelChange(kernel),
    readMatrices: kernelMatrices(kernel),
    ...kernelFile(kernel),
  };
}
