import type { Worker } from 'bullmq';
import type { RedisWatch } from '../protocol/redisWatch';
import { refusalOf } from '../protocol/redisErrors';

/**
 * Pauses a worker while Redis refuses its commands. BullMQ would send a refused command again at once, again and again.
 *
 * @param tryAgain fulfils when Redis accepts the worker's commands.
 */
export function pauseWhileRefused(worker: Worker, watch: RedisWatch, tryAgain: () => Promise<void>): void {
  let isPaused = false;
  // Other errors need nothing: BullMQ restores lost connections, and callers get events for failed blocks.
  worker.on('error', (thrown) => {
    if (refusalOf(thrown) === null || isPaused) return;
    isPaused = true;
    void pause(thrown).catch(() => undefined);
  });

  const pause = async (thrown: unknown): Promise<void> => {
    watch.rejected(thrown);
    await worker.pause(true);
    for (;;) {
      try {
        await tryAgain();
        break;
      } catch (again) {
        // The worker may have been closed. A user whose permissions were taken away may get them back.
        if (watch.isClosed) throw again;
        await watch.nextTry();
      }
    }
    isPaused = false;
    await worker.resume();
  };
}
