import type { Buffers } from './buffers';
import { type ByteSource, bytesOfMemory, partOf } from './byteSource';
import type { JsonValue } from '../../input/jsonValue';
import { compressionOf, decompress } from './meshopt';
import type { OpenFiles } from './openFiles';

/** The largest byteStride that glTF allows. */
const MAX_STRIDE = 252;
/**
 * How many bytes all compressed views together may stand for, for each byte of the files: what is decompressed is kept, as many
 * nodes may share it. A single view of numbers that hardly differ may be much smaller than that.
 */
const DECOMPRESSED_A_BYTE = 64;
/** And in any case. */
const FREE_BYTES = 1 << 20;

/** The buffer views of a glTF. */
export class BufferViews {
  readonly #list: readonly JsonValue[];
  readonly #buffers: Buffers;
  readonly #files: OpenFiles;
  /** Many accessors may share a view. */
  readonly #decompressed = new Map<JsonValue, Promise<ByteSource>>();
  #decompressedBytes = 0;

  constructor(json: JsonValue, buffers: Buffers, files: OpenFiles) {
    this.#files = files;
    this.#list = json.list('bufferViews');
    this.#buffers = buffers;
  }

  /**
   * Elements in a view, each `stride` bytes after the one before.
   *
   * @param place has a `bufferView`, and perhaps a `byteOffset` where in it they begin.
   * @param size bytes of an element.
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
    const most = FREE_BYTES + DECOMPRESSED_A_BYTE * this.#files.byteLength - this.#decompressedBytes;
    const bytes = await decompress(compression, source, most);
    this.#decompressedBytes += bytes.length;
    return partOf(bytesOfMemory(bytes), 0, view.required('byteLength').integer(0), view.name);
  }
}
