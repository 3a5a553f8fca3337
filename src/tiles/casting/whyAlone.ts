import { ISOLATION_HEADERS } from '../../scene/threads/isolationHeaders';

/** Why threads cannot read the tiles in memory, and what to do about it. */
export function whyAlone(): string {
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer === 'function' && crossOriginIsolated
    ? 'there is no memory that threads can share'
    : `there is no SharedArrayBuffer because the page is not cross-origin isolated: serve it with ${ISOLATION_HEADERS}`;
}
