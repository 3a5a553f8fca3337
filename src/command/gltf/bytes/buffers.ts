import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';
import { type ByteSource, bytesOfMemory, partOf } from './byteSource';
import { decodeDataUri } from '../dataUri';
import type { JsonValue } from '../../input/jsonValue';
import type { OpenFiles } from './openFiles';
import type { GltfFile } from './openGltf';
import { isDataUri, refuseKind, resourcePath } from './uri';

/** The buffers of a glTF, each of which is opened when it is first needed. */
export class Buffers {
  readonly #list: readonly JsonValue[];
  readonly #path: string;
  readonly #binary: ByteSource | null;
  readonly #files: OpenFiles;
  readonly #allowOutside: boolean;
  readonly #opened = new Map<JsonValue, Promise<ByteSource>>();

  constructor({ json, binary }: GltfFile, files: OpenFiles, path: string, allowOutside: boolean) {
    this.#list = json.list('buffers');
    this.#path = path;
    this.#binary = binary;
    this.#files = files;
    this.#allowOutside = allowOutside;
  }

  /** The bytes that a `buffer`, a `byteOffset` and a `byteLength` tell: those of a buffer view, or of a compressed one. */
  async open(place: JsonValue): Promise<ByteSource> {
    const source = await this.#openOnce(place.required('buffer').elementOf(this.#list));
    const from = place.optional('byteOffset')?.integer(0) ?? 0;
    return partOf(source, from, place.required('byteLength').integer(0), place.name);
  }

  #openOnce(buffer: JsonValue): Promise<ByteSource> {
    const opened = this.#opened.get(buffer) ?? this.#open(buffer);
    this.#opened.set(buffer, opened);
    return opened;
  }

  async #open(buffer: JsonValue): Promise<ByteSource> {
    const byteLength = buffer.required('byteLength').integer(0);
    return partOf(await this.#sourceOf(buffer), 0, byteLength, buffer.name);
  }

  async #sourceOf(buffer: JsonValue): Promise<ByteSource> {
    const uri = buffer.optional('uri');
    if (uri === undefined) {
      if (buffer === this.#list[0] && this.#binary !== null) return this.#binary;
      throw new InputError(`${buffer.name} has no uri, and there is no binary chunk for it`);
    }
    if (isDataUri(uri)) {
      const bytes = decodeDataUri(uri.string());
      if (bytes === null) throw new InputError(`${uri.toString()}, which is not a valid data URI`);
      return bytesOfMemory(bytes);
    }
    return await this.#openFile(uri);
  }

  async #openFile(uri: JsonValue): Promise<ByteSource> {
    try {
      const folder = await realpath(dirname(this.#path));
      const real = await resourcePath(uri, folder, this.#allowOutside);
      return (await this.#files.openBuffer(real, uri.toString())) ?? refuseKind(uri);
    } catch (thrown) {
      if (isSystemError(thrown)) throw new InputError(`${uri.toString()}: ${systemErrorReason(thrown)}`);
      throw thrown;
    }
  }
}
