import type { Buffers } from './buffers';
import { type ByteSource, bytesOfMemory, partOf } from './byteSource';
import type { JsonValue } from './jsonValue';
import { compressionOf, decompress } from './meshopt';

/** The largest byteStride that glTF allows. */
const MAX_STRIDE = 252;

/** The buffer views of a glTF. */
export class BufferViews {
  readonly #list: readonly JsonValue[];
  readonly #buffers: Buffers;
  /** Many accessors may share a view. */
  readonly #decompressed = new Map<JsonValue, Promise<ByteSource>>();

  constructor(json: JsonValue, buffers: Buffers) {
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
    const bytes = bytesOfMemory(await decompress(compression, await this.#buffers.open(compression)));
    return partOf(bytes, 0, view.required('byteLength').integer(0), view.name);
  }
}
