import { createMemory, KernelMemory } from '../../bvh/memory/kernelMemory';
import { ISOLATION_HEADERS } from './isolationHeaders';

/** Memory that threads can share, as the option asks; null where it shall not be, or with 'auto' cannot be had. */
export function createSharedMemory(shared: 'auto' | boolean): KernelMemory | null {
  if (shared === false) return null;
  try {
    // Some engines make memory of this kind all the same, and only then do not let it be sent to another thread.
    if (typeof SharedArrayBuffer === 'undefined') throw new Error('SharedArrayBuffer is not defined');
    return new KernelMemory(createMemory(true));
  } catch (cause) {
    if (shared === 'auto') return null;
    throw new Error(
      'options.shared is not to be had here: there is no SharedArrayBuffer. A page must be cross-origin isolated, by ' +
        `${ISOLATION_HEADERS}; or use 'auto'`,
      { cause },
    );
  }
}
