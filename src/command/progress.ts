import { Presets, SingleBar } from 'cli-progress';

/** A bar on the standard error, of one task after the other; nothing where that is no terminal. */
export class Progress {
  readonly #bar = new SingleBar(
    {
      format: '{task} {bar} {percentage}%',
      stream: process.stderr,
      clearOnComplete: true,
      // An interrupt would leave the terminal without line ends.
      linewrap: true,
      // Otherwise an interrupt stops the bar, and not the command.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );

  /** @param total in whatever unit {@link advance} counts. */
  start(task: string, total: number): void {
    this.#bar.stop();
    this.#bar.start(total, 0, { task });
  }

  advance(by: number): void {
    this.#bar.increment(by);
  }

  stop(): void {
    this.#bar.stop();
  }

  /** Passes chunks on, and shows how many bytes have come. */
  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      this.advance(chunk.length);
    }
  }
}
