import type { AbortSignalLike } from '../../scene/arguments/progressOptions';
import { TileSourceError } from './tileSourceError';
import { pauseFor } from './within';

/** The pause before the second try, in milliseconds. Each later one is twice as long. */
const FIRST_PAUSE = 100;
/** The longest pause, in milliseconds. A host that asks for a longer one gets no further try. */
const LONGEST_PAUSE = 20_000;

/**
 * Tries again what may succeed later, with pauses that grow. They differ by chance, so that many readers of one host that
 * has failed do not come back all at once (Brooker, "Exponential backoff and jitter", 2015).
 */
export async function retry<Result>(
  retries: number,
  signal: AbortSignalLike | undefined,
  task: () => Promise<Result>,
): Promise<Result> {
  let pause = FIRST_PAUSE;
  for (let failed = 0; ;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TileSourceError) || !error.isTemporary) throw error;
      failed++;
      if (failed > retries || error.pause > LONGEST_PAUSE) throw failed === 1 ? error : tried(error, failed);
      await pauseFor(Math.max(error.pause, pause * jitter()), signal);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
}

function tried(error: TileSourceError, times: number): TileSourceError {
  return new TileSourceError(`${error.message} (tried ${times} times)`, { cause: error, isTemporary: true });
}

/** From 0.5 to 1. */
function jitter(): number {
  // eslint-disable-next-line no-restricted-properties -- no answer depends on it
  return 0.5 + Math.random() / 2;
}
