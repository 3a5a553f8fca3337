import type { BoxScene } from 'slabtree';
import { TURN } from '../scene/pace';
import { nextTask } from '../threads/nextTask';
import type { Answerer } from './answerer';
import type { Batch } from './batch';

/** Rays or points of the first run. */
const FIRST_RUN = 256;

/**
 * Answers calls where there are no threads: on the calling thread, in runs, between which other work gets its turn. There is
 * but one state of the scene, so that a change while a call is under way rejects it.
 */
export class CallerAnswerer implements Answerer {
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
    const { changes } = scene;
    try {
      let runLength = FIRST_RUN;
      while (batch.hasMore) {
        await nextTask();
        const run = batch.take(runLength);
        const start = performance.now();
        const columns = query.ask(scene, batch.numbersOf(run), selection);
        if (scene.changes !== changes) {
          throw new Error(
            'the scene has changed while rays or points were asked on the calling thread: ' +
              'await the answer first, or have threads, which answer from the state that they were asked in',
          );
        }
        batch.put(run, columns);
        // At most twice as many as before: the first ones may be cheaper than others.
        const pace = TURN / Math.max(performance.now() - start, 0.01);
        runLength = Math.max(1, Math.round(runLength * Math.min(pace, 2)));
      }
    } catch (reason) {
      await batch.failAtRun(reason);
    }
  }
}
