import type { FloatArray } from '../../scene/arguments/floatArray';
import type { RayAnswers } from '../protocol/blockBytes';
import { nearOrder } from './nearOrder';

/** Some rays that came one after the other: cut into blocks of rays near each other, and answered in their own order. */
export class Window {
  /** The rays of each block. */
  readonly blocks: readonly Float64Array[];
  readonly #order: Uint32Array;
  readonly #blockRays: number;

  /** @param rays are not read again. */
  constructor(rays: FloatArray, blockRays: number) {
    // A worker puts the rays of a block in an order of its own.
    const isOneBlock = rays.length <= 6 * blockRays;
    this.#order = isOneBlock ? Uint32Array.from({ length: rays.length / 6 }, (_, i) => i) : nearOrder(rays);
    this.#blockRays = blockRays;
    const blocks = Math.ceil(this.#order.length / blockRays);
    this.blocks = Array.from({ length: blocks }, (_, block) => gathered(rays, this.#orderOf(block)));
  }

  get rayCount(): number {
    return this.#order.length;
  }

  /** Puts the answers to all blocks back in the order of the rays. */
  inOrder(answers: readonly RayAnswers[]): RayAnswers {
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
      const order = this.#orderOf(block);
      for (const column of ['ids', 'ts', 'triangles', 'us', 'vs'] as const) {
        scatter(part[column], order, all[column]);
      }
    });
    return all;
  }

  /** The places in the window of the rays of a block. */
  #orderOf(block: number): Uint32Array {
    return this.#order.subarray(block * this.#blockRays, (block + 1) * this.#blockRays);
  }
}

function gathered(rays: FloatArray, order: Uint32Array): Float64Array {
  const block = new Float64Array(6 * order.length);
  for (let i = 0; i < order.length; i++) {
    const from = 6 * order[i];
    for (let k = 0; k < 6; k++) block[6 * i + k] = rays[from + k];
  }
  return block;
}

type Numbers = Int32Array | Float64Array;

function scatter(numbers: Numbers | undefined, order: Uint32Array, into: Numbers | undefined): void {
  if (numbers === undefined || into === undefined) return;
  for (let i = 0; i < order.length; i++) into[order[i]] = numbers[i];
}
