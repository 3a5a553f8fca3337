import { Presets, SingleBar } from 'cli-progress';

/** Shows the current task on the standard error, if the standard error is a terminal. */
export class Progress {
  readonly #stream: NodeJS.WritableStream;
  #bar: SingleBar | null = null;

  constructor(stream: NodeJS.WritableStream = process.stderr) {
    this.#stream = stream;
  }

  /** @param total the end of the bar, in the unit of {@link advance}. With 0, for an unknown end, there is no bar. */
  start(task: string, total = 0): void {
    this.stop();
    this.#bar = new SingleBar(
      {
        format: total === 0 ? '{task} …' : '{task} {bar} {percentage}%',
        stream: this.#stream,
        clearOnComplete: true,
        // Otherwise an interrupt leaves the terminal without line wrapping.
        linewrap: true,
        // Otherwise an interrupt stops the bar instead of the command.
        gracefulExit: false,
      },
      Presets.shades_classic,
    );
    this.#bar.start(total, 0, { task });
  }

  advance(by: number): void {
    this.#bar?.increment(by);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  /** Yields chunks unchanged, and advances by their bytes. */
  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      this.advance(chunk.length);
    }
  }
}
