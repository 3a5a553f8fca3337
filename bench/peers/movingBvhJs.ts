import type { Changes } from '../motion';
import type { Scene } from '../scenes';
import { BvhJs, type BvhJsNode, writeBox } from './bvhjs';
import type { MovesBoxes } from './contender';

/**
 * Writes the new box into its node and calls `move`. That takes the node out and inserts it again only if the box has
 * left its parent's box. With a margin this happens less often, but rays visit more.
 */
export class MovingBvhJs extends BvhJs implements MovesBoxes {
  /** By id. */
  readonly #nodes: BvhJsNode[];
  readonly #margin: number;

  constructor(scene: Scene, margin: number) {
    const nodes: BvhJsNode[] = [];
    super(scene, {
      margin,
      onLeafCreation: (leaf) => {
        if (leaf.object !== undefined) nodes[leaf.object] = leaf;
      },
    });
    this.#nodes = nodes;
    this.#margin = margin;
  }

  move({ ids, boxes }: Changes): void {
    const nodes = this.#nodes;
    for (let index = 0; index < ids.length; index++) {
      const node = nodes[ids[index]];
      writeBox(boxes, 6 * index, node.box);
      this.bvh.move(node, this.#margin);
    }
  }

  replace({ ids, boxes }: Changes): void {
    const nodes = this.#nodes;
    for (const id of ids) this.bvh.delete(nodes[id]);
    for (let index = 0; index < ids.length; index++) {
      const box = writeBox(boxes, 6 * index, new Float32Array(6));
      nodes[ids[index]] = this.bvh.insert(ids[index], box, this.#margin);
    }
  }
}
