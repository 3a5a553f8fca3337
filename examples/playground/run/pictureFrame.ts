import { frameDocument } from './frameDocument';
import type { Entry, FrameMessage, Program } from './messages';

export interface FrameListener {
  /** The program runs, and its frame answers. */
  started(): void;
  entries(entries: readonly Entry[]): void;
  /** A loop ran too long. The program is gone. */
  ended(): void;
}

/**
 * The frame in which code runs. Each run has a new frame, so that nothing of the run before is left.
 *
 * The frame has the rights of no site: `allow-scripts` alone gives it an origin of its own.
 */
export class PictureFrame {
  readonly #place: HTMLElement;
  #frame: HTMLIFrameElement | null = null;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /**
   * Ends the program before, and runs this one.
   *
   * @param script of the frame.
   */
  run(program: Program, script: string, listener: FrameListener): void {
    this.stop();
    const frame = document.createElement('iframe');
    frame.title = 'Picture';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = frameDocument(script);
    const receive = ({ source, data }: MessageEvent<FrameMessage>): void => {
      if (source !== frame.contentWindow || source === null) return;
      if (this.#frame !== frame) {
        removeEventListener('message', receive);
      } else if (data.kind === 'ready') {
        // Its origin has no name.
        frame.contentWindow?.postMessage(program, '*');
      } else if (data.kind === 'started') {
        listener.started();
      } else if (data.kind === 'entries') {
        listener.entries(data.entries);
      } else {
        // After the error of the loop has arrived.
        setTimeout(() => {
          if (this.#frame !== frame) return;
          this.stop();
          listener.ended();
        }, 50);
      }
    };
    addEventListener('message', receive);
    this.#frame = frame;
    this.#place.append(frame);
  }

  /** Ends the program, and clears the picture. */
  stop(): void {
    this.#frame?.remove();
    this.#frame = null;
  }
}
