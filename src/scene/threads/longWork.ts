import type { ProgressOptions } from '../arguments/progressOptions';

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

  /**
   * @param options a checked copy.
   * @param onStop called at most once, with the reason to stop: the signal's, or what `onProgress` has thrown. A signal that
   *   is aborted already does not count.
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

  /** Reports which part is done, unless as much has been reported. */
  report(done: number): void {
    if (this.#isOver || done <= this.#reported) return;
    this.#reported = done;
    try {
      this.#onProgress?.(done);
    } catch (reason) {
      this.#stop(reason);
    }
  }

  /** Ends the reports, and stops listening to the signal. */
  end(): void {
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #stop(reason: unknown): void {
    if (this.#isOver) return;
    this.end();
    this.#onStop(reason);
  }
}
