import type { Worker } from 'bullmq';
import { setTimeout as after } from 'node:timers/promises';
import { type Connection, disconnect } from '../protocol/redis';
import { LONGEST_CLOSING, LONGEST_FINISH } from '../protocol/retries';
import { settledWithin } from '../protocol/settledWithin';

/**
 * Closes a worker and its connections. The worker finishes its blocks first, unless Redis does not answer, or the blocks take
 * too long: their answers could not be sent.
 */
export async function closeWorker(worker: Worker, { watch, close }: Connection): Promise<void> {
  const blocking = await worker.getBackend().blockingClient;
  const deadline = Date.now() + LONGEST_FINISH;
  const closed = worker.close().then(
    () => true,
    () => true,
  );
  const isClosed = () => Promise.race([closed, after(100, false)]);
  while (!(await isClosed())) {
    if (Date.now() < deadline && watch.isAnswering) continue;
    // BullMQ waits for its connections to end, which they do not while they wait to reconnect.
    close();
    if (blocking !== undefined) disconnect(blocking);
    await settledWithin(LONGEST_CLOSING, closed);
    return;
  }
  close();
}
