import { createMemory, WasmAllocator } from '../../bvh/memory/wasmAllocator';

/** The HTTP headers with which a page must be served to have shared memory. */
export const ISOLATION_HEADERS =
  'the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

/** Returns why there is no memory that threads can share, and the remedy. Returns null if there is such memory. */
export function whyNoSharedMemory(): string | null {
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean };
  if (typeof SharedArrayBuffer === 'function' && crossOriginIsolated) return null;
  return `there is no SharedArrayBuffer because the page is not cross-origin isolated: serve it with ${ISOLATION_HEADERS}`;
}

/**
 * Returns memory that threads can share. Null if `shared` is false, or is `'auto'` and no memory can be shared.
 *
 * @param least how many pages the memory must be able to hold at least.
 */
export function createSharedMemory(shared: 'auto' | boolean, least?: number): WasmAllocator | null {
  if (shared === false) return null;
  try {
    // Without SharedArrayBuffer, some engines still make shared memory, but refuse to send it to another thread.
    if (typeof SharedArrayBuffer === 'undefined') {
      throw new Error(`there is no SharedArrayBuffer. Serve the page with ${ISOLATION_HEADERS}`);
    }
    return new WasmAllocator(createMemory(true, least));
  } catch (cause) {
    if (shared === 'auto') return null;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `options.shared is true, but shared memory is not available here: ${reason}. With 'auto', the scene does without it`,
      { cause },
    );
  }
}
