import { isObject, show } from '../../primitives/check';
import { checkCallback } from './queryOptions';

/** The used members of `AbortSignal`. With its own type, users need neither the types of a page nor the types of Node. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** How to follow long work, and how to stop it. */
export interface ProgressOptions {
  /** Called with the part of the work that is done, from 0 to 1. It never falls, and ends with 1. */
  onProgress?: (done: number) => void;
  /** Aborting it stops the work. The promise rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/** The options that {@link readProgressOptions} reads. A call may have more. */
export const PROGRESS_NAMES = { onProgress: true, signal: true } as const;

/** Returns a checked copy of the options. */
export function readProgressOptions({ onProgress, signal }: ProgressOptions): ProgressOptions {
  checkCallback('options.onProgress', onProgress);
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`options.signal must be an AbortSignal, got ${show(signal)}`);
  }
  return { ...(onProgress && { onProgress }), ...(signal && { signal }) };
}

/** Throws the signal's reason if it is aborted. */
export function throwIfAborted({ signal }: ProgressOptions): void {
  if (signal?.aborted === true) throw signal.reason;
}

/** Tests for members: `instanceof` is false for a signal from another frame. */
function isSignal(value: unknown): boolean {
  if (!isObject(value) || !('aborted' in value)) return false;
  return ['addEventListener', 'removeEventListener'].every((name) => typeof Reflect.get(value, name) === 'function');
}
