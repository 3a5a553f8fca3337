import type { AbortSignalLike } from '../../scene/arguments/progressOptions';

/** How to stop a read. */
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
  /** The name of the source in errors. */
  readonly name?: string;
  /** Called when the scene is closed. */
  close?(): Promise<void> | void;
}

/** A file that is read by ranges. Its methods check that they return the whole range, and that the file has not changed. */
export interface ByteSource {
  /** The name of the source in errors. */
  readonly name: string;
  /** How many bytes the file has. Null until they are known. */
  readonly fileBytes: number | null;
  read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
  close?(): Promise<void>;
}
