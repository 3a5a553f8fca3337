import { Presets, SingleBar } from 'cli-progress';

/** Moves a terminal's cursor to the start of its line, and clears the line. */
const CLEAR_LINE = '\r\u001b[K';

/** Shows the task that a command is doing, with a progress bar. Shows it on the standard error, if that is a terminal. */
export class Progress {
  readonly #stream: NodeJS.WritableStream;
  #bar: SingleBar | null = null;

  constructor(stream: NodeJS.WritableStream = process.stderr) {
    this.#stream = stream;
  }

  /**
   * Shows a new task.
   *
   * @param total the end of the bar, in the unit of {@link advance}. If it is 0, for an unknown end, there is no bar.
   */
  start(task: string, total = 0): void {
    this.stop();
    this.#bar = new SingleBar(
      {
        format: total === 0 ? '{task} … {detail}' : '{task} {bar} {percentage}% {detail}',
        // A terminal of 80 columns has room for the bar and a detail.
        barsize: 20,
        stream: this.#stream,
        clearOnComplete: true,
        // `linewrap` is set, as an interrupt would otherwise leave the terminal without line wrapping.
        linewrap: true,
        // `gracefulExit` is false, as an interrupt would otherwise stop the progress bar instead of the command.
        gracefulExit: false,
      },
      Presets.shades_classic,
    );
    this.#bar.start(total, 0, { task, detail: '' });
  }

  /** @param detail a text to show after the bar. */
  advance(by: number, detail = ''): void {
    this.#bar?.increment(by, { detail });
  }

  /** Prints a message on a line of its own. A bar is drawn again below it. */
  note(message: string): void {
    const isDrawn = this.#bar !== null && 'isTTY' in this.#stream && this.#stream.isTTY === true;
    this.#stream.write(`${isDrawn ? CLEAR_LINE : ''}${message}\n`);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  /** Yields chunks of bytes unchanged, and advances the progress bar by their lengths. */
  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      this.advance(chunk.length);
    }
  }
}
