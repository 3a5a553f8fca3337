import type { Backend } from './backend';
import { JsBackend } from './jsBackend';
import { WasmBackend } from './wasmBackend';

/**
 * A backend of that name for one scene; `'auto'` takes WebAssembly where it is to be had.
 *
 * @throws Error with the reason, where it is not and `'wasm'` is asked for.
 */
export function createBackend(name: 'auto' | Backend['name']): Backend {
  if (name === 'js') return new JsBackend();
  try {
    return new WasmBackend();
  } catch (cause) {
    if (name === 'auto') return new JsBackend();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`options.backend 'wasm' is not to be had here: ${reason}`, { cause });
  }
}
