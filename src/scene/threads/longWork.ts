import type { ProgressOptions } from '../arguments/progressOptions';

/** Long work, towards who has asked for it: tells how far it is, and hears when it is called off. */
export class LongWork {
  readonly #onProgress: ProgressOptions['onProgress'];
  readonly #signal: ProgressOptions['signal'];
  readonly #onStop: (reason: unknown) => void;
  readonly #onAbort = () => {
    this.#stop(this.#signal?.reason);
  };
  #told = 0;
  #isOver = false;

  /**
   * @param options a copy that nobody changes.
   * @param onStop told, once at most, why the work shall end: by an abort from now on, or as `onProgress` has thrown.
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

  /** Tells what part is done, unless that has been told. */
  report(done: number): void {
    if (this.#isOver || done <= this.#told) return;
    this.#told = done;
    try {
      this.#onProgress?.(done);
    } catch (reason) {
      this.#stop(reason);
    }
  }

  /** No more is told or heard. */
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
