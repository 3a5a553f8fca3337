import type { AbortSignalLike } from '../../scene/arguments/progressOptions';

/** What a read may be stopped by. */
export interface ReadOptions {
  /** Aborting it stops the read. The promise rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/** Anything that reads a part of a file. */
export interface ReadableSource {
  /**
   * Reads bytes of the file.
   *
   * @returns exactly `length` bytes, from `offset` on. Fewer are an error.
   */
  read(offset: number, length: number, options: ReadOptions): Promise<Uint8Array>;
  /** What errors call the source. */
  readonly name?: string;
  /** Called when the scene is closed. */
  close?(): Promise<void> | void;
}

/** A file that is read by ranges. Every answer has been checked to be the whole range of one unchanged file. */
export interface ByteSource {
  /** What errors call it. */
  readonly name: string;
  /** How many bytes the file has. Null until the source knows. */
  readonly fileBytes: number | null;
  /** @param signal always given by this package. */
  read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}
