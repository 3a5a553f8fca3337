import { RayBlock } from '../protocol/blockBytes';

/** Blocks whose rays have been answered, for further rays. New memory for each block costs more than all else to send it. */
export class RayBlocks {
  readonly #free: RayBlock[] = [];

  /** A block with any rays, which are to be written. */
  take(rayCount: number): RayBlock {
    const at = this.#free.findIndex((block) => block.rayCount === rayCount);
    return at < 0 ? new RayBlock(rayCount) : this.#free.splice(at, 1)[0];
  }

  /** Takes back a block that nobody reads any more. */
  giveBack(block: RayBlock): void {
    this.#free.push(block);
  }
}
