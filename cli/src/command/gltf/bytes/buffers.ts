import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '../../input/jsonValue';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';
import { bytesOfMemory, type ByteReader, type OpenFiles, partOf } from './byteReader';
import type { GltfFile } from './openGltf';
import { bytesOfDataUri, isDataUri, rejectKind, resourcePath } from './uri';
import { compressionOf, decompress } from './meshopt';

/** The buffers of a glTF. Each buffer is opened when it is first needed. */
export class Buffers {
  readonly #list: readonly JsonValue[];
  readonly #path: string;
  readonly #binary: ByteReader | null;
  readonly #files: OpenFiles;
  readonly #allowOutside: boolean;
  readonly #opened = new Map<JsonValue, Promise<ByteReader>>();

  constructor({ json, binary }: GltfFile, files: OpenFiles, path: string, allowOutside: boolean) {
    this.#list = json.list('buffers');
    this.#path = path;
    this.#binary = binary;
    this.#files = files;
    this.#allowOutside = allowOutside;
  }

  /**
   * Opens a part of a buffer.
   *
   * @param place has a `buffer`, a `byteLength` and perhaps a `byteOffset`: a buffer view, or its compressed form.
   */
  async open(place: JsonValue): Promise<ByteReader> {
    const source = await this.#openOnce(place.required('buffer').elementOf(this.#list));
    const from = place.optional('byteOffset')?.integer(0) ?? 0;
    return partOf(source, from, place.required('byteLength').integer(0), place.name);
  }

  #openOnce(buffer: JsonValue): Promise<ByteReader> {
    const opened = this.#opened.get(buffer) ?? this.#open(buffer);
    this.#opened.set(buffer, opened);
    return opened;
  }

  async #open(buffer: JsonValue): Promise<ByteReader> {
    const byteLength = buffer.required('byteLength').integer(0);
    return partOf(await this.#sourceOf(buffer), 0, byteLength, buffer.name);
  }

  async #sourceOf(buffer: JsonValue): Promise<ByteReader> {
    const uri = buffer.optional('uri');
    if (uri !== undefined) return isDataUri(uri) ? bytesOfMemory(bytesOfDataUri(uri)) : await this.#openFile(uri);
    if (buffer === this.#list[0] && this.#binary !== null) return this.#binary;
    throw new InputError(`${buffer.name} has no uri, and the file has no binary chunk for it`);
  }

  async #openFile(uri: JsonValue): Promise<ByteReader> {
    try {
      const folder = await realpath(dirname(this.#path));
      const real = await resourcePath(uri, folder, this.#allowOutside);
      return (await this.#files.openBuffer(real, uri.toString())) ?? rejectKind(uri);
    } catch (thrown) {
      if (isSystemError(thrown)) throw new InputError(`${uri.toString()}: ${systemErrorReason(thrown)}`);
      throw thrown;
    }
  }
}

/** The largest `byteStride` that glTF allows, in bytes. */
const MAX_STRIDE = 252;
/**
 * How many bytes all compressed views together may decompress to, for each byte of the files. The decompressed bytes stay in
 * memory, as many nodes may share them. A single view may exceed this ratio, if its numbers hardly differ.
 */
const DECOMPRESSED_PER_BYTE = 64;
/** How many bytes all compressed views together may decompress to even if the files are tiny. */
const FREE_BYTES = 1 << 20;

export class BufferViews {
  readonly #list: readonly JsonValue[];
  readonly #buffers: Buffers;
  readonly #files: OpenFiles;
  /** For each compressed view, its decompressed bytes. They are cached, as many accessors may share a view. */
  readonly #decompressed = new Map<JsonValue, Promise<ByteReader>>();
  #decompressedBytes = 0;

  constructor(json: JsonValue, buffers: Buffers, files: OpenFiles) {
    this.#files = files;
    this.#list = json.list('bufferViews');
    this.#buffers = buffers;
  }

  /**
   * Reads elements of a buffer view. Each element begins `stride` bytes after the element before it.
   *
   * @param place has a `bufferView`, and perhaps a `byteOffset` at which the first element begins.
   * @param size the length of an element in bytes.
   */
  async read(place: JsonValue, count: number, size: number): Promise<{ bytes: DataView; stride: number }> {
    const view = place.required('bufferView').elementOf(this.#list);
    const stride = view.optional('byteStride')?.integer(size, MAX_STRIDE) ?? size;
    const from = place.optional('byteOffset')?.integer(0) ?? 0;
    const byteLength = count === 0 ? 0 : stride * (count - 1) + size;
    const bytes = await partOf(await this.#open(view), from, byteLength, place.name).read(0, byteLength);
    return { bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), stride };
  }

  #open(view: JsonValue): Promise<ByteReader> {
    const compression = compressionOf(view);
    if (compression === undefined) return this.#buffers.open(view);
    const opened = this.#decompressed.get(view) ?? this.#decompress(view, compression);
    this.#decompressed.set(view, opened);
    return opened;
  }

  async #decompress(view: JsonValue, compression: JsonValue): Promise<ByteReader> {
    const source = await this.#buffers.open(compression);
    const most = FREE_BYTES + DECOMPRESSED_PER_BYTE * this.#files.byteLength - this.#decompressedBytes;
    const bytes = await decompress(compression, source, most);
    this.#decompressedBytes += bytes.length;
    return partOf(bytesOfMemory(bytes), 0, view.required('byteLength').integer(0), view.name);
  }
}
