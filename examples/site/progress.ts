import { element } from './element';

/** What a page shows over its picture while it loads. */
export class Progress {
  readonly #box = document.createElement('div');
  readonly #bar = document.createElement('progress');

  /** @param what what is under way, for the reader: "Reading the places" */
  constructor(what: string) {
    const label = document.createElement('label');
    label.append(what, this.#bar);
    this.#box.className = 'progress';
    this.#box.setAttribute('role', 'status');
    this.#box.append(label);
    element('picture', HTMLCanvasElement).after(this.#box);
  }

  /** Shows how much is done, from 0 to 1; wait for it before the next piece of work, so that it comes on screen. */
  async set(fraction: number): Promise<void> {
    this.#bar.value = fraction;
    // The frame after the next begins when the next has been shown; a page in the background has no frames to wait for.
    await Promise.race([nextFrame().then(nextFrame), new Promise((resolve) => setTimeout(resolve, 100))]);
  }

  done(): void {
    this.#box.remove();
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
