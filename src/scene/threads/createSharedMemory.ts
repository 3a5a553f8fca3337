import { createMemory, KernelMemory } from '../../bvh/memory/kernelMemory';
import { ISOLATION_HEADERS } from './isolationHeaders';

/** Memory that threads can share. Null if the option is false, or if it is `'auto'` and there is no such memory. */
export function createSharedMemory(shared: 'auto' | boolean): KernelMemory | null {
  if (shared === false) return null;
  try {
    // Without SharedArrayBuffer, some engines still make shared memory, but refuse to send it to another thread.
    if (typeof SharedArrayBuffer === 'undefined') throw new Error('SharedArrayBuffer is not defined');
    return new KernelMemory(createMemory(true));
  } catch (cause) {
    if (shared === 'auto') return null;
    throw new Error(
      'options.shared is true, but there is no SharedArrayBuffer here. Serve the page with ' +
        `${ISOLATION_HEADERS}, or use 'auto'`,
      { cause },
    );
  }
}
