import { setImmediate } from 'node:timers/promises';
import type { FloatArray } from 'slabtree';
import { type RayAnswers, RayBlock } from '../protocol/blockBytes';
import { nearOrder } from './nearOrder';
import { checkRayNumbers, readRays } from './rayNumbers';

/**
 * Rays, 6 numbers for each: origin x y z, direction x y z. One array of all rays, or several arrays of some rays each.
 * See {@link castOnCluster}.
 */
export type ManyRays = FloatArray | AsyncIterable<FloatArray> | Iterable<FloatArray>;

/**
 * Yields windows of consecutive rays.
 *
 * @param windowRays the number of rays in each window but the last.
 * @param store provides the memory of the blocks. The caller gives the blocks back to the store once they are answered.
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
    const numbers = readRays(given);
    for (let at = 0; at < numbers.length;) {
      const part = numbers.subarray(at, at + window.rays.length - length);
      window.rays.set(part, length);
      // Checks the copied rays, which are in the processor's cache, part by part, so that the first block is sent soon.
      checkRayNumbers(window.rays.subarray(length, length + part.length), first + at);
      length += part.length;
      at += part.length;
      if (length < window.rays.length) continue;
      // Yields to the event loop, which serves the sockets: sorting a window takes longer than a worker takes for a block.
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

/** Reuses the memory of answered blocks of rays: allocating a block costs more than all other steps of sending the block. */
export class RayBlocks {
  readonly #free: RayBlock[] = [];

  /** Returns a block for `rayCount` rays. The block may still hold rays of its last use. */
  take(rayCount: number): RayBlock {
    const at = this.#free.findIndex((block) => block.rayCount === rayCount);
    return at < 0 ? new RayBlock(rayCount) : this.#free.splice(at, 1)[0];
  }

  /** Makes the memory of a block of rays available to later blocks. */
  giveBack(block: RayBlock): void {
    this.#free.push(block);
  }
}

/** A window: consecutive rays, cut into blocks of rays near each other. Puts the answers back in the order of the rays. */
export class Window {
  readonly blocks: readonly RayBlock[];
  /** For each ray of the blocks, its index in the window. Null if the window is one block, whose rays keep their order. */
  readonly #order: Uint32Array | null;
  readonly #blockRays: number;
  readonly rayCount: number;

  /**
   * @param window all rays of the window.
   * @param store provides the blocks. `window` is given back to the store, unless `window` becomes the only block.
   */
  constructor(window: RayBlock, blockRays: number, store: RayBlocks) {
    this.#blockRays = blockRays;
    this.rayCount = window.rayCount;
    if (this.rayCount <= blockRays) {
      // The rays of a single block are not sorted by the caller: the worker sorts the rays of its block.
      this.#order = null;
      this.blocks = [window];
      return;
    }
    const order = nearOrder(window.rays);
    this.#order = order;
    const blocks = Math.ceil(this.rayCount / blockRays);
    this.blocks = Array.from({ length: blocks }, (_, block) => {
      const places = partOf(order, block, blockRays);
      const cut = store.take(places.length);
      gather(window.rays, places, cut.rays);
      return cut;
    });
    store.giveBack(window);
  }

  /** Returns the answers to all blocks of a window, in the order of the window's rays. */
  inOrder(answers: readonly RayAnswers[]): RayAnswers {
    const order = this.#order;
    if (order === null) return answers[0];
    const count = this.rayCount;
    const hasWideIds = answers.some(({ ids }) => ids instanceof Float64Array);
    const hasTriangles = answers.some(({ triangles }) => triangles !== undefined);
    const all: RayAnswers = {
      ids: hasWideIds ? new Float64Array(count) : new Int32Array(count),
      ts: new Float64Array(count),
      ...(hasTriangles && {
        triangles: new Int32Array(count),
        us: new Float64Array(count),
        vs: new Float64Array(count),
      }),
    };
    answers.forEach((part, block) => {
      const places = partOf(order, block, this.#blockRays);
      for (const column of ['ids', 'ts', 'triangles', 'us', 'vs'] as const) {
        scatter(part[column], places, all[column]);
      }
    });
    return all;
  }
}

/** Returns the part of `order` that belongs to block number `block`, if each block has `blockRays` rays. */
function partOf(order: Uint32Array, block: number, blockRays: number): Uint32Array {
  return order.subarray(block * blockRays, (block + 1) * blockRays);
}

function gather(rays: Float64Array, order: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < order.length; i++) {
    const from = 6 * order[i];
    for (let k = 0; k < 6; k++) into[6 * i + k] = rays[from + k];
  }
}

type Numbers = Int32Array | Float64Array;

function scatter(numbers: Numbers | undefined, order: Uint32Array, into: Numbers | undefined): void {
  if (numbers === undefined || into === undefined) return;
  for (let i = 0; i < order.length; i++) into[order[i]] = numbers[i];
}
