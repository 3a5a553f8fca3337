import type { BoxScene } from 'slabtree';
import { TURN } from '../scene/threads/pace';
import { nextTask } from '../threads/nextTask';
import type { Answerer } from './answerer';
import type { Call } from './call';

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
    const { changes } = scene;
    try {
      let runLength = FIRST_RUN;
      while (call.hasMore) {
        await nextTask();
        const run = call.take(runLength);
        const start = performance.now();
        const columns = query.ask(scene, call.numbersOf(run), selection);
        if (scene.changes !== changes) {
          throw new Error(
            'the scene has changed while rays or points were asked on the calling thread: ' +
              'await the answer first, or have threads, which answer from the state that they were asked in',
          );
        }
        call.put(run, columns);
        // At most twice as many as before: the first ones may be cheaper than others.
        const pace = TURN / Math.max(performance.now() - start, 0.01);
        runLength = Math.max(1, Math.round(runLength * Math.min(pace, 2)));
      }
    } catch (reason) {
      await call.failAtRun(reason);
    }
  }
}
