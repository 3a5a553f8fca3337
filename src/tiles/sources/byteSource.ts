import type { AbortSignalLike } from '../../scene/arguments/progressOptions';

/** Options of a read of a source, which can be stopped: see {@link TiledScene.open}. */
export interface ReadOptions {
  /**
   * Aborting this signal stops the read. The promise of the read rejects with the signal's reason. It is an `AbortSignal`,
   * which `fetch` takes, where TypeScript has the types of a page or of Node.
   */
  signal?: typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : AbortSignalLike;
}

/** Any object with a function that reads a range of a file: see {@link TiledScene.open}. */
export interface ReadableSource {
  /**
   * Reads bytes of the file.
   *
   * @returns exactly `length` bytes, from byte `offset` of the file on. Fewer bytes are an error.
   */
  read(offset: number, length: number, options: ReadOptions): Promise<Uint8Array>;
  /** The name of the source in error messages, for example the path of the file. */
  readonly name?: string;
  /** Closes the source. Called when the tiled scene is closed. */
  close?(): Promise<void> | void;
}

/** A file that is read by ranges. `read` checks that the whole range has been read, and that the file has not changed. */
export interface ByteSource {
  /** The name of the source in error messages, for example the path of the file. */
  readonly name: string;
  /** The length of the file in bytes. Null until the length is known. */
  readonly fileBytes: number | null;
  read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
  close?(): Promise<void>;
}
