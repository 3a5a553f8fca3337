import type { BoxScene } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import { TURN } from '../scene/threads/pace';
import { nextTask } from '../threads/nextTask';
import type { Answerer } from './answerer';
import type { Call } from './call';

/** Rays or points of the first run. */
const FIRST_RUN = 256;

/**
 * Answers calls without threads: on the calling thread, in runs. Other work has its turn between two runs. There is only one
 * state of the scene, so a change rejects the calls that are under way.
 */
export class CallerAnswerer implements Answerer {
  readonly threads = 0;
  readonly #scene: BoxScene;

  constructor(scene: BoxScene) {
    this.#scene = scene;
  }

  begin(call: Call): void {
    this.#scene.commit();
    void this.#answer(call);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #answer(call: Call): Promise<void> {
    const { query, selection } = call;
    const scene = this.#scene;
    const { changes } = scene[INTERNALS];
    try {
      let runLength = FIRST_RUN;
      while (call.hasMore) {
        await nextTask();
        const run = call.take(runLength);
        const start = performance.now();
        const columns = query.ask(scene, call.numbersOf(run), selection);
        if (scene[INTERNALS].changes !== changes) {
          throw new Error(
            'the scene changed before the calling thread had answered: await the answer first, or use threads, ' +
              'which answer from the state of the scene at the time of the call',
          );
        }
        call.put(run, columns);
        // At most twice the last run: the first rays may be cheaper than the next.
        const pace = TURN / Math.max(performance.now() - start, 0.01);
        runLength = Math.max(1, Math.round(runLength * Math.min(pace, 2)));
      }
    } catch (reason) {
      await call.failAtRun(reason);
    }
  }
}
