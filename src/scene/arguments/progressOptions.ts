import { isObject, show } from '../../primitives/check';
import { checkCallback } from './raycastOptions';

/** An `AbortSignal`: what is needed of it, so that neither the types of a page nor those of Node are. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** How long work tells of itself, and is called off. */
export interface ProgressOptions {
  /** Told what part of the work is done, from 0 to 1, never less than before, and 1 at last. */
  onProgress?: (done: number) => void;
  /** Aborting it ends the work, and rejects with the signal's reason. */
  signal?: AbortSignalLike;
}

/** A checked copy of the options of long work. */
export function readProgressOptions({ onProgress, signal }: ProgressOptions): ProgressOptions {
  checkCallback('options.onProgress', onProgress);
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`options.signal must be an AbortSignal, got ${show(signal)}`);
  }
  return { ...(onProgress && { onProgress }), ...(signal && { signal }) };
}

/** Throws the reason of a signal that is aborted. */
export function throwIfAborted({ signal }: ProgressOptions): void {
  if (signal?.aborted === true) throw signal.reason;
}

/** By what it has and not by instanceof: one from another frame is as good. */
function isSignal(value: unknown): boolean {
  if (!isObject(value) || !('aborted' in value)) return false;
  return ['addEventListener', 'removeEventListener'].every((name) => typeof Reflect.get(value, name) === 'function');
}
