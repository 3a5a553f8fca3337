import type { AbortSignalLike } from 'slabtree';

/** Returns a promise that rejects when a signal aborts, and a function that removes its listener. */
export function whenAborted(signal: AbortSignalLike | undefined): {
  reason: Promise<never>;
  stopListening: () => void;
} {
  let stopListening = (): void => undefined;
  const reason = new Promise<never>((_, reject) => {
    const abort = () => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the signal's reason, whatever it is
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort);
    stopListening = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  });
  reason.catch(() => undefined);
  return { reason, stopListening };
}
