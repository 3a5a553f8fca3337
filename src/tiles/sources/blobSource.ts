import type { ByteSource } from './byteSource';
import { rangeOf, reasonOf, TileSourceError } from './tileSourceError';

/** The members of a `Blob` or `File` that slabtree uses: `size`, `name` and `slice`. See {@link TiledScene.open}. */
export interface BlobLike {
  readonly size: number;
  readonly name?: string;
  /** Returns a part of the bytes. */
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A source that reads a file of tiles from a `Blob`. */
export class BlobSource implements ByteSource {
  readonly name: string;
  readonly #blob: BlobLike;

  constructor(blob: BlobLike) {
    this.name = typeof blob.name === 'string' ? blob.name : 'the blob';
    this.#blob = blob;
  }

  get fileBytes(): number {
    return this.#blob.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const range = rangeOf(this.name, offset, length);
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
    } catch (error) {
      // A read of a `File` fails, for example, if the file on the disk has changed since the user chose it.
      throw new TileSourceError(`${range} cannot be read (${reasonOf(error)}): choose the file again`, {
        cause: error,
      });
    }
    if (bytes.length === length) return bytes;
    throw new TileSourceError(`${range}: only ${bytes.length} of ${length} bytes are there: the file is not whole`);
  }
}
