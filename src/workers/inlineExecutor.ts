import type { BoxScene } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import { TURN, nextTask } from '../scene/longWork';
import type { Executor, Batch } from './batch';

/** The number of rays or points in the first run of a batch. */
const FIRST_RUN = 256;

/**
 * Answers batches on the calling thread, in runs of rays or points, and pauses for other work between two runs. Without
 * threads, only the current state of the scene exists, so a change of the scene rejects batches that are not answered
 * yet.
 */
export class InlineExecutor implements Executor {
  readonly threads = 0;
  readonly #scene: BoxScene;

  private constructor(
    scene: BoxScene,
    readonly notice: string,
  ) {
    this.#scene = scene;
  }

  /** Returns an executor, and warns on the console that the calling thread answers. @param reason why, and what to do. */
  static withWarning(scene: BoxScene, reason: string): InlineExecutor {
    const notice = `slabtree/workers answers on the calling thread: ${reason}`;
    console.warn(notice);
    return new InlineExecutor(scene, notice);
  }

  begin(batch: Batch): void {
    this.#scene.commit();
    void this.#answer(batch);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #answer(batch: Batch): Promise<void> {
    const { query, settings } = batch;
    const scene = this.#scene;
    const { changes } = scene[INTERNALS];
    try {
      let runLength = FIRST_RUN;
      while (batch.hasMore) {
        await nextTask();
        const run = batch.take(runLength);
        const start = performance.now();
        const columns = query.answer(scene[INTERNALS], batch.numbersOf(run), settings);
        if (scene[INTERNALS].changes !== changes) {
          throw new Error(
            'the scene changed before the calling thread had answered: await the answer first, or use threads, ' +
              'which answer from the state of the scene at the time of the call',
          );
        }
        batch.put(run, columns);
        // The next run is at most twice as long as the last run, because the first rays may be cheaper than the next.
        const pace = TURN / Math.max(performance.now() - start, 0.01);
        runLength = Math.max(1, Math.round(runLength * Math.min(pace, 2)));
      }
    } catch (reason) {
      await batch.failAtRun(reason);
    }
  }
}
