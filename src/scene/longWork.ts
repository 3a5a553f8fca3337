import type { ProgressOptions } from './arguments/progressOptions';

/** Reports the progress of long work to the caller, and stops it when the caller aborts. */
export class LongWork {
  readonly #onProgress: ProgressOptions['onProgress'];
  readonly #signal: ProgressOptions['signal'];
  readonly #onStop: (reason: unknown) => void;
  readonly #onAbort = () => {
    this.#stop(this.#signal?.reason);
  };
  #reported = 0;
  #isOver = false;
  #whenOver: () => void = () => undefined;

  /**
   * @param options a checked copy of the progress options.
   * @param onStop called at most once, with the reason to stop: the signal's reason, or the error of `onProgress`. A signal
   *   that is aborted already does not count.
   */
  constructor({ onProgress, signal }: ProgressOptions, onStop: (reason: unknown) => void) {
    this.#onProgress = onProgress;
    this.#signal = signal;
    this.#onStop = onStop;
    signal?.addEventListener('abort', this.#onAbort);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Calls `listener` when the work is over, or at once if the work is already over. */
  whenOver(listener: () => void): void {
    this.#whenOver = listener;
    if (this.#isOver) listener();
  }

  /** Reports the part of the work that is done, unless an equal or larger part has been reported. */
  report(done: number): void {
    if (this.#isOver || done <= this.#reported) return;
    this.#reported = done;
    try {
      this.#onProgress?.(done);
    } catch (reason) {
      this.#stop(reason);
    }
  }

  /** Ends the reports of the work's progress, and stops listening to the signal. */
  end(): void {
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#whenOver();
  }

  #stop(reason: unknown): void {
    if (this.#isOver) return;
    this.end();
    this.#onStop(reason);
  }
}

/** Returns a promise that resolves after the other tasks of the event loop have run, without the delay of a timer. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** How many milliseconds work runs before other work may run: half a frame. */
export const TURN = 8;

/** Yields to the event loop every few milliseconds during long work. */
export class Pace {
  #since = performance.now();

  /** Pauses long work if it has run for {@link TURN} milliseconds. Await the call wherever the work may pause. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < TURN) return;
    // The pause uses no timer, because the timers of a page that is not visible fire once a second.
    await nextTask();
    this.#since = performance.now();
  }
}
