import type { AbortSignalLike } from '../../scene/arguments/progressOptions';
import type { ByteSource } from './byteSource';
import { retry } from './retry';
import { rangeOf, TileSourceError } from './tileSourceError';
import { within } from './within';

/** How patient a scene is with its source. */
export interface SourceLimits {
  /** The longest time that one try of a read may take, in milliseconds. */
  readonly timeout: number;
  /** How often a read that has failed is tried again, where that may help. */
  readonly retries: number;
}

/** Reads ranges of a source: each try within a time, again where that may help, and not too many at once. */
export class RangeReader {
  readonly source: ByteSource;
  /** How many bytes have come. */
  bytesRead = 0;
  /** How many reads have been made, without those that were tried again. */
  reads = 0;
  readonly #limits: SourceLimits;

  constructor(source: ByteSource, limits: SourceLimits) {
    this.source = source;
    this.#limits = limits;
  }

  async read(offset: number, length: number, signal?: AbortSignalLike): Promise<Uint8Array> {
    const { timeout, retries } = this.#limits;
    const late = (): Error =>
      new TileSourceError(
        `${rangeOf(this.source.name, offset, length)}: no answer within ${timeout} ms: ` +
          'check the connection, or give a longer options.timeout',
        { isTemporary: true },
      );
    this.reads++;
    const bytes = await retry(retries, signal, () =>
      within(timeout, signal, late, (stop) => this.source.read(offset, length, stop)),
    );
    this.bytesRead += bytes.length;
    return bytes;
  }
}
