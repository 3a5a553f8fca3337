import { setImmediate } from 'node:timers/promises';
import { checkRayNumbers } from '../../scene/arguments/checkNumbers';
import { type FloatArray, readFloatArray } from '../../scene/arguments/floatArray';
import { Window } from './window';

/** Rays, 6 numbers each: origin x y z, direction x y z. All of them, or some after the other. */
export type ManyRays = FloatArray | AsyncIterable<FloatArray> | Iterable<FloatArray>;

/**
 * Cuts rays into windows.
 *
 * @param windowRays the number of rays in each window but the last.
 */
export async function* windowsOf(rays: ManyRays, blockRays: number, windowRays: number): AsyncGenerator<Window> {
  let gathered = new Float64Array(6 * windowRays);
  let length = 0;
  let first = 0;
  for await (const given of ArrayBuffer.isView(rays) ? [rays] : rays) {
    const numbers = readFloatArray('rays', given, 6, 'ray');
    checkRayNumbers('rays', numbers, first);
    first += numbers.length;
    for (let at = 0; at < numbers.length;) {
      const part = numbers.subarray(at, at + gathered.length - length);
      gathered.set(part, length);
      length += part.length;
      at += part.length;
      if (length < gathered.length) continue;
      // Lets what was sent go out, and answers come in: to order a window takes longer than a worker takes for a block.
      await setImmediate();
      yield new Window(gathered, blockRays);
      gathered = new Float64Array(6 * windowRays);
      length = 0;
    }
  }
  if (length > 0) yield new Window(gathered.subarray(0, length), blockRays);
}
