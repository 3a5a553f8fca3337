import { isObject, show } from '../../primitives/check';
import { checkCallback } from './queryOptions';

/**
 * The members of `AbortSignal` that the package uses: `aborted`, `reason`, `addEventListener` and
 * `removeEventListener`. So users need neither the types of a page nor those of Node. See {@link BoxScene.buildAsync}.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Calls a listener when the signal is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options to follow the progress of long work, and to stop it. See {@link BoxScene.buildAsync}. */
export interface ProgressOptions {
  /** The callback that gets the part of the work that is done, from 0 to 1. The part never falls, and ends with 1. */
  onProgress?: (done: number) => void;
  /** The signal that stops the work when it is aborted. The promise of the work rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/** The names of the options that {@link readProgressOptions} reads. A call may take more options. */
export const PROGRESS_NAMES = { onProgress: true, signal: true } as const;

/** Returns a checked copy of the options `onProgress` and `signal`. */
export function readProgressOptions({ onProgress, signal }: ProgressOptions): ProgressOptions {
  checkCallback('options.onProgress', onProgress);
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`options.signal must be an AbortSignal, got ${show(signal)}`);
  }
  return { ...(onProgress && { onProgress }), ...(signal && { signal }) };
}

/** Throws the reason of the signal if the signal is aborted. */
export function throwIfAborted({ signal }: ProgressOptions): void {
  if (signal?.aborted === true) throw signal.reason;
}

/** Returns whether a value has the members of a signal. `instanceof` would be false for a signal from another frame. */
function isSignal(value: unknown): boolean {
  if (!isObject(value) || !('aborted' in value)) return false;
  return ['addEventListener', 'removeEventListener'].every((name) => typeof Reflect.get(value, name) === 'function');
}
