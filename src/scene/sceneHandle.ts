import { show } from '../primitives/check';

/** What another thread needs to see a shared scene: `postMessage` takes it as it is. What is in it is nobody else's concern. */
export interface SceneHandle {
  readonly memory: object;
  readonly byteOffset: number;
}

/** Throws unless it is a handle; returns the memory. */
export function checkHandle(handle: SceneHandle): WebAssembly.Memory {
  const { memory } = (handle as SceneHandle | null) ?? {};
  if (memory instanceof WebAssembly.Memory) return memory;
  throw new TypeError(`handle must be what a shared scene's handle() returns, got ${show(handle)}`);
}
