import type { BoxScene } from 'slabtree';
import { ISOLATION_HEADERS } from '../scene/threads/isolationHeaders';

/** Why threads cannot read a scene, and what to do about it. Null if they can. */
export function whyNotShared({ isShared }: BoxScene): string | null {
  if (isShared) return null;
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean };
  if (typeof SharedArrayBuffer === 'function' && crossOriginIsolated) {
    return 'the scene is not shared: make it with new BoxScene({ shared: true })';
  }
  return (
    'there is no SharedArrayBuffer because the page is not cross-origin isolated: serve it with ' +
    `${ISOLATION_HEADERS}, and make the scene with new BoxScene({ shared: 'auto' })`
  );
}
