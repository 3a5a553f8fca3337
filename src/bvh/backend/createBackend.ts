import type { KernelMemory } from '../memory/kernelMemory';
import type { Backend } from './backend';
import { createJsBackend } from './jsBackend';
import { createWasmBackend } from './wasmBackend';

/**
 * A backend of that name for one scene; `'auto'` takes WebAssembly where it is to be had.
 *
 * @param memory one that threads share, for a scene that is in it; else the backend has one of its own.
 *
 * @throws Error with the reason, where it is not and `'wasm'` is asked for.
 */
export function createBackend(name: 'auto' | Backend['name'], memory?: KernelMemory): Backend {
  if (name === 'js') return createJsBackend(memory);
  try {
    return createWasmBackend(memory);
  } catch (cause) {
    if (name === 'auto') return createJsBackend(memory);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`options.backend 'wasm' is not to be had here: ${reason}`, { cause });
  }
}
