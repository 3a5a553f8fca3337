import { SHARED_LAYOUT } from '../../bvh/share/snapshotRecord';
import { Snapshots } from '../../bvh/share/snapshots';
import { isObject, show } from '../../primitives/check';

/**
 * A handle of a shared scene, to which a thread attaches: see {@link BoxScene.attach}. `postMessage` can send handles.
 * The members `memory`, `byteOffset` and `layout` are internal.
 */
export interface SceneHandle {
  readonly memory: object;
  readonly byteOffset: number;
  readonly layout: number;
}

/** Returns the versions of the scene that a handle names. Throws if the argument is not a handle. */
export function readHandle(handle: SceneHandle): Snapshots {
  const { memory, byteOffset, layout }: Partial<SceneHandle> = isObject(handle) ? handle : {};
  if (!isMemory(memory) || memory.buffer instanceof ArrayBuffer || typeof byteOffset !== 'number') {
    throw new TypeError(`handle must be what a shared scene's handle() returns, got ${show(handle)}`);
  }
  if (layout !== SHARED_LAYOUT) {
    throw new TypeError(
      `handle must come from the same version of slabtree, got layout ${show(layout)}, but this one has ${SHARED_LAYOUT}`,
    );
  }
  if (!Snapshots.areAt(memory, byteOffset)) {
    throw new TypeError(
      `handle must be what a shared scene's handle() returns, got one with byteOffset ${byteOffset}, where there is no scene`,
    );
  }
  return new Snapshots(memory, byteOffset);
}

function isMemory(value: unknown): value is WebAssembly.Memory {
  return typeof WebAssembly !== 'undefined' && value instanceof WebAssembly.Memory;
}
