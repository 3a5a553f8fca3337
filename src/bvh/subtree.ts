import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
import type { Tree } from './tree';

/** Boxes of a tree, as whole subtrees where possible: what a plane query answers with. */
export class SubtreeList {
  /** What hangs in one slot each: the index of a node, with all that is below it, or ~id of a single box. */
  readonly subtrees: number[] = [];
  /** How many boxes there are in all. */
  boxes = 0;

  /** Adds all that is below a slot. */
  add(tree: Tree, slot: number): void {
    const { int32 } = tree.nodes;
    const child = int32[slot + CHILD];
    this.subtrees.push(child);
    this.boxes += child < 0 ? 1 : int32[slot + CONTENT];
  }
}

/** Visits the ids of a subtree's boxes. */
export function visitIds(tree: Tree, subtree: number, visit: (id: number) => void): void {
  if (subtree < 0) {
    visit(~subtree);
    return;
  }
  const { int32 } = tree.nodes;
  const first = (subtree << NODE_SHIFT) + CHILD;
  for (let word = first; word < first + WIDTH; word++) {
    const child = int32[word];
    if (child >= 0) visitIds(tree, child, visit);
    else if (child === EMPTY) break;
    else visit(~child);
  }
}

/** The ids of a subtree's boxes, one by one as they are asked for. */
export function* idsBelow(tree: Tree, subtree: number): Generator<number> {
  const todo = [subtree];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next < 0) {
      yield ~next;
      continue;
    }
    const first = (next << NODE_SHIFT) + CHILD;
    for (let word = first; word < first + WIDTH; word++) {
      const child = tree.nodes.int32[word];
      if (child !== EMPTY) todo.push(child);
    }
  }
}
