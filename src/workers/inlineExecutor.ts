import type { BoxScene } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import { TURN, nextTask } from '../scene/threads/longWork';
import type { Executor, Batch } from './batch';

/** Rays or points of the first run. */
const FIRST_RUN = 256;

/**
 * Answers batches on the calling thread, in runs, and pauses for other work between two runs. There is only one state of the
 * scene, so a change rejects the batches under way.
 */
export class InlineExecutor implements Executor {
  readonly threads = 0;
  readonly #scene: BoxScene;

  constructor(scene: BoxScene) {
    this.#scene = scene;
  }

  begin(batch: Batch): void {
    this.#scene.commit();
    void this.#answer(batch);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #answer(batch: Batch): Promise<void> {
    const { query, selection } = batch;
    const scene = this.#scene;
    const { changes } = scene[INTERNALS];
    try {
      let runLength = FIRST_RUN;
      while (batch.hasMore) {
        await nextTask();
        const run = batch.take(runLength);
        const start = performance.now();
        const columns = query.answer(scene, batch.numbersOf(run), selection);
        if (scene[INTERNALS].changes !== changes) {
          throw new Error(
            'the scene changed before the calling thread had answered: await the answer first, or use threads, ' +
              'which answer from the state of the scene at the time of the call',
          );
        }
        batch.put(run, columns);
        // At most twice the last run: the first rays may be cheaper than the next.
        const pace = TURN / Math.max(performance.now() - start, 0.01);
        runLength = Math.max(1, Math.round(runLength * Math.min(pace, 2)));
      }
    } catch (reason) {
      await batch.failAtRun(reason);
    }
  }
}
