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
import { kernelFile } from './kernelFile';
import { kernelQueries } from './kernelQueries';
import { kernelRays } from './kernelRays';

/**
 * Creates the backend of one scene. `'auto'` chooses WebAssembly if it is available. Without WebAssembly, or without
 * its SIMD instructions, everything works in JavaScript, with the same answers.
 *
 * @param memory the memory of a scene that threads share. By default, the backend creates a memory.
 * @throws Error with the reason if `name` is `'wasm'` and WebAssembly with SIMD is not available.
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

/** Creates a backend whose operations all run in JavaScript. */
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
 * Creates a backend of the WebAssembly SIMD kernel. Each scene has its own kernel, which works in the scene's memory.
 * Operations that the kernel lacks, and queries with numbers beyond its margins, run in JavaScript on the same bytes.
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
    ...kernelQueries(kernel),
    ...kernelChange(kernel),
    ...kernelFile(kernel),
  };
}
