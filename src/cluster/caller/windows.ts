import { setImmediate } from 'node:timers/promises';
import { checkRayNumbers } from '../../scene/arguments/checkNumbers';
import { type FloatArray, readFloatArray } from '../../scene/arguments/floatArray';
import type { RayBlocks } from './rayBlocks';
import { Window } from './window';

/** Rays, 6 numbers each: origin x y z, direction x y z. All of them, or some after the other. */
export type ManyRays = FloatArray | AsyncIterable<FloatArray> | Iterable<FloatArray>;

/**
 * Cuts rays into windows.
 *
 * @param windowRays the number of rays in each window but the last.
 * @param store where the blocks come from. They may be given back to it when they are answered.
 */
export async function* windowsOf(
  rays: ManyRays,
  blockRays: number,
  windowRays: number,
  store: RayBlocks,
): AsyncGenerator<Window> {
  let window = store.take(windowRays);
  let length = 0;
  let first = 0;
  for await (const given of ArrayBuffer.isView(rays) ? [rays] : rays) {
    const numbers = readFloatArray('rays', given, 6, 'ray');
    for (let at = 0; at < numbers.length;) {
      const part = numbers.subarray(at, at + window.rays.length - length);
      window.rays.set(part, length);
      // The copy, which is near the processor. Not all that are given at first: the first block goes to a worker soon.
      checkRayNumbers('rays', window.rays.subarray(length, length + part.length), first + at);
      length += part.length;
      at += part.length;
      if (length < window.rays.length) continue;
      // Lets what was sent go out, and answers come in: to order a window takes longer than a worker takes for a block.
      await setImmediate();
      yield new Window(window, blockRays, store);
      window = store.take(windowRays);
      length = 0;
    }
    first += numbers.length;
  }
  if (length === 0) return;
  const last = store.take(length / 6);
  last.rays.set(window.rays.subarray(0, length));
  yield new Window(last, blockRays, store);
}
