import { SHARED_LAYOUT } from '../bvh/versionRecord';
import { isObject, show } from '../primitives/check';

/** What another thread needs to see a shared scene: `postMessage` takes it as it is. What is in it is nobody else's concern. */
export interface SceneHandle {
  readonly memory: object;
  readonly byteOffset: number;
  readonly layout: number;
}

/** Throws unless it is a handle; returns the memory. */
export function checkHandle(handle: SceneHandle): WebAssembly.Memory {
  const { memory, byteOffset, layout }: Partial<SceneHandle> = isObject(handle) ? handle : {};
  const isShared = isMemory(memory) && !(memory.buffer instanceof ArrayBuffer);
  if (!isShared || !Number.isInteger(byteOffset)) {
    throw new TypeError(`handle must be what a shared scene's handle() returns, got ${show(handle)}`);
  }
  if (layout !== SHARED_LAYOUT) {
    throw new TypeError(
      `handle must come from the same version of slabtree, got layout ${show(layout)} where this one has ${SHARED_LAYOUT}`,
    );
  }
  return memory;
}

function isMemory(value: unknown): value is WebAssembly.Memory {
  return typeof WebAssembly !== 'undefined' && value instanceof WebAssembly.Memory;
}
