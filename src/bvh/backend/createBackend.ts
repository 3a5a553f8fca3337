import type { WasmAllocator } from '../memory/wasmAllocator';
import type { Backend } from './backend';
import { createJsBackend } from './jsBackend';
import { createWasmBackend } from './wasmBackend';

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
