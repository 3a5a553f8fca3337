import { isObject, show } from '../../primitives/check';
import type { ByteSource, ReadableSource } from './byteSource';
import { rangeOf, reasonOf, TileSourceError } from './tileSourceError';

/** A source that calls an object of the user to read ranges of a file. */
export class CustomSource implements ByteSource {
  readonly name: string;
  readonly fileBytes = null;
  readonly #source: ReadableSource;

  constructor(source: ReadableSource) {
    this.name = typeof source.name === 'string' ? source.name : 'the source';
    this.#source = source;
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
    const range = rangeOf(this.name, offset, length);
    let bytes: unknown;
    try {
      bytes = await this.#source.read(offset, length, { signal });
    } catch (error) {
      if (signal.aborted || error instanceof TileSourceError) throw error;
      throw new TileSourceError(`${range} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
    if (!isBytes(bytes)) {
      throw new TileSourceError(`${range}: source.read must give a Uint8Array, got ${show(bytes)}`);
    }
    if (bytes.length === length) return bytes;
    throw new TileSourceError(`${range}: source.read must give ${length} bytes, got ${bytes.length}`);
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }
}

/** Returns whether a value is a Uint8Array. Also true for a Uint8Array of another frame, for which `instanceof` is false. */
function isBytes(value: unknown): value is Uint8Array {
  return isObject(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}
