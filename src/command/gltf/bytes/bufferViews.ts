import type { JsonValue } from '../../input/jsonValue';
import type { Buffers } from './buffers';
import { type ByteSource, bytesOfMemory, partOf } from './byteSource';
import { compressionOf, decompress } from './meshopt';
import type { OpenFiles } from './openFiles';

/** The largest byteStride that glTF allows. */
const MAX_STRIDE = 252;
/**
 * All compressed views together may decompress to this many bytes for each byte of the files. The decompressed bytes are kept in
 * memory, as many nodes may share them. A single view may go beyond this ratio, if its numbers hardly differ.
 */
const DECOMPRESSED_PER_BYTE = 64;
/** They may decompress to this many bytes in any case. */
const FREE_BYTES = 1 << 20;

/** The buffer views of a glTF. */
export class BufferViews {
  readonly #list: readonly JsonValue[];
  readonly #buffers: Buffers;
  readonly #files: OpenFiles;
  /** Kept, as many accessors may share a view. */
  readonly #decompressed = new Map<JsonValue, Promise<ByteSource>>();
  #decompressedBytes = 0;

  constructor(json: JsonValue, buffers: Buffers, files: OpenFiles) {
    this.#files = files;
    this.#list = json.list('bufferViews');
    this.#buffers = buffers;
  }

  /**
   * Reads elements of a view. Each begins `stride` bytes after the one before.
   *
   * @param place has a `bufferView`, and perhaps a `byteOffset` at which the first element begins.
   * @param size the bytes of an element.
   */
  async read(place: JsonValue, count: number, size: number): Promise<{ bytes: DataView; stride: number }> {
    const view = place.required('bufferView').elementOf(this.#list);
    const stride = view.optional('byteStride')?.integer(size, MAX_STRIDE) ?? size;
    const from = place.optional('byteOffset')?.integer(0) ?? 0;
    const byteLength = count === 0 ? 0 : stride * (count - 1) + size;
    const bytes = await partOf(await this.#open(view), from, byteLength, place.name).read(0, byteLength);
    return { bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), stride };
  }

  #open(view: JsonValue): Promise<ByteSource> {
    const compression = compressionOf(view);
    if (compression === undefined) return this.#buffers.open(view);
    const opened = this.#decompressed.get(view) ?? this.#decompress(view, compression);
    this.#decompressed.set(view, opened);
    return opened;
  }

  async #decompress(view: JsonValue, compression: JsonValue): Promise<ByteSource> {
    const source = await this.#buffers.open(compression);
    const most = FREE_BYTES + DECOMPRESSED_PER_BYTE * this.#files.byteLength - this.#decompressedBytes;
    const bytes = await decompress(compression, source, most);
    this.#decompressedBytes += bytes.length;
    return partOf(bytesOfMemory(bytes), 0, view.required('byteLength').integer(0), view.name);
  }
}
