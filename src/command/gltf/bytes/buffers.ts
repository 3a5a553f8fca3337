import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '../../input/jsonValue';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';
import { type ByteSource, bytesOfMemory, partOf } from './byteSource';
import type { OpenFiles } from './openFiles';
import type { GltfFile } from './openGltf';
import { bytesOfDataUri, isDataUri, rejectKind, resourcePath } from './uri';

/** The buffers of a glTF. Each is opened when it is first needed. */
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

  /** @param place has a `buffer`, a `byteLength` and perhaps a `byteOffset`: a buffer view, or its compressed form. */
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
    if (uri !== undefined) return isDataUri(uri) ? bytesOfMemory(bytesOfDataUri(uri)) : await this.#openFile(uri);
    if (buffer === this.#list[0] && this.#binary !== null) return this.#binary;
    throw new InputError(`${buffer.name} has no uri, and the file has no binary chunk for it`);
  }

  async #openFile(uri: JsonValue): Promise<ByteSource> {
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
