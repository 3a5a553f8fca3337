import { element } from './element';

/** The progress bar that a page shows over its picture while it loads. */
export class Progress {
  readonly #box = document.createElement('div');
  readonly #bar = document.createElement('progress');

  /** @param what the work, in words: "Reading the places" */
  constructor(what: string) {
    const label = document.createElement('label');
    label.append(what, this.#bar);
    this.#box.className = 'progress';
    this.#box.setAttribute('role', 'status');
    this.#box.append(label);
    element('picture', HTMLCanvasElement).after(this.#box);
  }

  /** Shows how much is done, from 0 to 1. Await it before the next piece of work, so that it appears on screen. */
  async set(fraction: number): Promise<void> {
    this.#bar.value = fraction;
    // The second frame begins after the first has been shown. A page in the background has no frames, hence the
    // timeout.
    await Promise.race([nextFrame().then(nextFrame), new Promise((resolve) => setTimeout(resolve, 100))]);
  }

  done(): void {
    this.#box.remove();
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
