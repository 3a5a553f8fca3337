import { createReadStream, existsSync } from 'node:fs';
import { BoxScene, type BoxSceneOptions, sceneFileKind, SceneNames, SlabtreeFormatError } from 'slabtree';
import { inFile, InputError, isSystemError, systemErrorReason } from '../text/errors';
import { withShownTexts } from '../text/showText';
import { bytesFromHost, firstBytesFromHost } from './hostFile';
import { isUrl } from './openInput';
import { open, stat } from 'node:fs/promises';
import type { TiledScene } from 'slabtree/tiles';

/** A scene that was read from a scene file, as `slabtree build` writes it. */
export interface SceneFile {
  scene: BoxScene;
  /** The version of the file's format. */
  version: number;
  /** The size of the scene file in bytes. */
  byteLength: number;
  /** Reads the names of the boxes. Takes time, and throws if they are damaged: call it only for names that are printed. */
  readNames: () => SceneNames;
}

/**
 * Reads a scene from a scene file. Opens the file once, and reads it as a stream: it may be a FIFO.
 *
 * @param path a path, or a URL of http: or https:.
 */
export async function openScene(path: string, options: BoxSceneOptions = {}): Promise<SceneFile> {
  const file = new SceneBytes(isUrl(path) ? bytesFromHost(path) : createReadStream(path, { highWaterMark: 1 << 20 }));
  try {
    const scene = await BoxScene.deserializeStream(file.chunks(), options);
    return { scene, version: file.version, byteLength: file.byteLength, readNames: () => namesOf(file, path) };
  } catch (thrown) {
    throw inScene(path, thrown);
  }
}

function namesOf(file: SceneBytes, path: string): SceneNames {
  try {
    return file.names();
  } catch (thrown) {
    throw inScene(path, thrown);
  }
}

function inScene(path: string, thrown: unknown): unknown {
  if (thrown instanceof InputError) return new InputError(`${path}: ${thrown.message}`);
  if (thrown instanceof SlabtreeFormatError) return new InputError(`${path}: ${withShownTexts(thrown.message)}`);
  return inFile(path, thrown);
}

/** How many bytes at the start of a file say what kind of file it is. */
const MAGIC_BYTES = 8;
/** The size of a scene's header in bytes, and the offset in the header of the size of the scene: see docs/format.md. */
const HEADER_BYTES = 192;
const SCENE_BYTES_AT = 16;
/** The offset in the header of the version of the file's format. */
const VERSION_AT = 8;

/** Yields the bytes of a scene file, and stores the bytes that follow the scene: the names of its boxes. */
class SceneBytes {
  byteLength = 0;
  /** The version of the file's format. 0 until the header has been read. */
  version = 0;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #afterScene: Uint8Array[] = [];

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    let header = Buffer.alloc(0);
    let sceneBytes = Infinity;
    for await (const chunk of this.#source) {
      if (header.length < HEADER_BYTES) {
        header = Buffer.concat([header, chunk.subarray(0, HEADER_BYTES - header.length)]);
        if (sceneFileKind(header) === 'tiles') {
          throw new InputError('this is a file of tiles, which cannot be read as a pipe: give the path of a file');
        }
        if (header.length === HEADER_BYTES) {
          sceneBytes = Number(header.readBigUInt64LE(SCENE_BYTES_AT));
          this.version = header.readUInt32LE(VERSION_AT);
        }
      }
      const end = Math.max(0, sceneBytes - this.byteLength);
      if (end < chunk.length) this.#afterScene.push(chunk.subarray(end));
      this.byteLength += chunk.length;
      yield chunk;
    }
  }

  /** Returns the names of a scene's boxes. Call it after the scene has been read. */
  names(): SceneNames {
    return this.#afterScene.length === 0 ? new SceneNames([]) : SceneNames.deserialize(Buffer.concat(this.#afterScene));
  }
}

/**
 * Opens a file of tiles. The tiles are loaded later, when queries need them.
 *
 * @param path a path, or a URL of http: or https:.
 * @param memory how many bytes of tiles stay in memory. Undefined is the default of `TiledScene.open`.
 * @param threads how many threads cast many rays. With 1, the calling thread casts them.
 * @returns null if the path is not a file of tiles. If the file cannot be opened, {@link openScene} throws the error.
 * @throws InputError if `memory` is given for a scene, which is always read whole.
 */
export async function openTiles(path: string, memory: number | undefined, threads = 1): Promise<TiledScene | null> {
  if (!(await hasTiles(path))) {
    if (memory !== undefined && (isUrl(path) || existsSync(path))) {
      throw new InputError(`${path}: --memory is for files of tiles, and this is none: leave out --memory`);
    }
    return null;
  }
  const { TiledScene } = await import('slabtree/tiles');
  try {
    return await TiledScene.open(path, { ...(memory !== undefined && { memory }), ...(threads > 1 && { threads }) });
  } catch (thrown) {
    if (thrown instanceof RangeError && memory !== undefined) {
      throw new InputError(`${path}: ${thrown.message.replace('options.memory', '--memory')} bytes`);
    }
    throw inTiles(path, thrown);
  }
}

/** Returns an InputError for an error of a file of tiles, or of the host of the file. Returns other errors unchanged. */
export function inTiles(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  // The names of errors are compared, not their classes: the classes are loaded only with the code for tiles.
  if (thrown.name === 'TileSourceError') return new InputError(thrown.message);
  if (thrown.name === 'SlabtreeFormatError') return new InputError(`${path}: ${withShownTexts(thrown.message)}`);
  return thrown;
}

/**
 * Whether a path or URL is a file of tiles, by the file's first bytes. Does not open a FIFO, which can be opened only once. True
 * for a URL that cannot be fetched: opening the file of tiles then throws an error with the reason.
 */
export async function hasTiles(path: string): Promise<boolean> {
  if (isUrl(path)) {
    const bytes = await firstBytesFromHost(path, MAGIC_BYTES);
    return bytes === null || sceneFileKind(bytes) === 'tiles';
  }
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile() !== true) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return sceneFileKind(buffer.subarray(0, bytesRead)) === 'tiles';
  } catch (thrown) {
    if (isSystemError(thrown)) throw new InputError(`${path}: ${systemErrorReason(thrown)}`);
    throw thrown;
  } finally {
    await file.close();
  }
}
