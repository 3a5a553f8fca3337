import type { Aabb } from 'slabtree';
import { BLOCK_BOXES, type CityBlock } from './cityBlock';
import { type Kind, KINDS } from './kinds';
import { makeBlock } from './makeBlock';

/** How many blocks are kept. */
const KEPT = 500;

/** The city, by the ids of its boxes. Blocks are made when they are needed, and the last ones are kept. */
export class CityBlocks {
  /** Those longest in disuse first. */
  readonly #blocks = new Map<number, CityBlock>();

  box(id: number): Aabb {
    const { boxes } = this.blockOf(id);
    const at = 6 * (id % BLOCK_BOXES);
    return {
      min: { x: boxes[at], y: boxes[at + 1], z: boxes[at + 2] },
      max: { x: boxes[at + 3], y: boxes[at + 4], z: boxes[at + 5] },
    };
  }

  kind(id: number): Kind {
    return KINDS[this.blockOf(id).kinds[id % BLOCK_BOXES]];
  }

  /** The block that has a box. */
  blockOf(id: number): CityBlock {
    const n = Math.floor(id / BLOCK_BOXES);
    const block = this.#blocks.get(n) ?? makeBlock(n);
    this.#blocks.delete(n);
    this.#blocks.set(n, block);
    if (this.#blocks.size > KEPT) this.#dropOldest();
    return block;
  }

  #dropOldest(): void {
    for (const oldest of this.#blocks.keys()) {
      this.#blocks.delete(oldest);
      return;
    }
  }
}
