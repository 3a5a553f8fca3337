import { Presets, SingleBar } from 'cli-progress';

/** What the command is at, one task after the other, on the standard error; nothing where that is no terminal. */
export class Progress {
  readonly #stream: NodeJS.WritableStream;
  #bar: SingleBar | null = null;

  constructor(stream: NodeJS.WritableStream = process.stderr) {
    this.#stream = stream;
  }

  /** @param total in whatever unit {@link advance} counts; 0 where that is not known: then there is no bar. */
  start(task: string, total = 0): void {
    this.stop();
    this.#bar = new SingleBar(
      {
        format: total === 0 ? '{task} …' : '{task} {bar} {percentage}%',
        stream: this.#stream,
        clearOnComplete: true,
        // An interrupt would leave the terminal without line ends.
        linewrap: true,
        // Otherwise an interrupt stops the bar, and not the command.
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

  /** Passes chunks on, and shows how many bytes have come. */
  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      this.advance(chunk.length);
    }
  }
}
