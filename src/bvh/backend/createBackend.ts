import { WasmAllocator } from '../memory/wasmAllocator';
import type { Backend } from './backend';
import { createRayBuffer } from '../../primitives/flat/rayBuffer';
import { buildSah } from '../build/buildSah';
import { changeOperations } from '../change/changeOperations';
import { fileOperations } from '../file/fileOperations';
import { HeapMemory, type Memory } from '../memory/memory';
import { triangleOperations } from '../meshes/triangleOperations';
import { queries } from '../query/queries';
import { BoundKernel } from './boundKernel';
import { kernelBuild } from './kernelBuild';
import { kernelTriangles } from './kernelMeshes';
import { kernelChange } from './kernelChange';
import { kernelFile, kernelMatrices } from './kernelFile';
import { kernelNearest, kernelPairs, kernelSets } from './kernelQueries';
import { kernelRays } from './kernelRays';

/**
 * Creates the backend of one scene. `'auto'` takes WebAssembly if it is available, and JavaScript otherwise.
 *
 * @param memory the memory of a scene that threads share. By default, the backend has its own memory.
 * @throws Error with the reason, if `'wasm'` is asked for and not available.
 */
export function createBackend(name: 'auto' | Backend['name'], memory?: WasmAllocator): Backend {
  if (name === 'js') return createJsBackend(memory);
  try {
    return createWasmBackend(memory);
  } catch (cause) {
    if (name === 'auto') return createJsBackend(memory);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`options.backend 'wasm' is not available here, use 'auto' to fall back to JavaScript: ${reason}`, {
      cause,
    });
  }
}

/** All operations in JavaScript. */
export function createJsBackend(memory: Memory = new HeapMemory()): Backend {
  return {
    name: 'js',
    memory,
    rayHolder: { ray: createRayBuffer() },
    build: buildSah,
    triangles: triangleOperations,
    ...queries,
    ...changeOperations,
    ...fileOperations,
  };
}

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
