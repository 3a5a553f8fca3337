import type { Backend } from '../../src/bvh/backend/backend';
import { finish } from '../../src/bvh/build/buildSteps';
import { ChangedIds } from '../../src/bvh/boxes/changedIds';
import { createBackend } from '../../src/bvh/backend/createBackend';
import type { BoxStore } from '../../src/bvh/boxes/boxStore';
import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../../src/bvh/layout/nodeLayout';
import type { Tree } from '../../src/bvh/tree/tree';
import { tracePaths } from '../../src/bvh/tree/treePaths';
import { boxStoreOf, setBox } from './boxStoreOf';
import type { LoopBox } from './loop';

/** A tree that is changed path by path. It is never refitted, and never replaced by a new one. */
export class ChangingTree {
  readonly backend: Backend;
  readonly boxes: BoxStore;
  readonly tree: Tree;
  readonly changes: ChangedIds;

  constructor(name: Backend['name'], boxes: readonly LoopBox[]) {
    this.backend = createBackend(name);
    this.boxes = boxStoreOf(boxes, this.backend.memory);
    this.tree = finish(this.backend.build(this.boxes));
    this.changes = new ChangedIds(this.backend.memory);
    tracePaths(this.tree);
  }

  /** Adds a box, and returns its id. The next {@link apply} inserts it. */
  add(box: LoopBox): number {
    const id = this.boxes.addId(box.mask);
    setBox(this.boxes, id, box);
    this.#mark(id);
    return id;
  }

  set(id: number, box: LoopBox): void {
    setBox(this.boxes, id, box);
    this.#mark(id);
  }

  remove(id: number): void {
    this.boxes.remove(id);
    this.#mark(id);
  }

  /** Applies the changes. Returns whether the tree is usable. */
  apply(): boolean {
    const { tree, changes } = this;
    tree.paths.reserveIds(this.boxes.idLimit);
    this.#reserveNodes(changes.count);
    const inserted = this.backend.applyChanges(tree, changes);
    changes.clear();
    return inserted >= 0;
  }

  /** The ids in the slots of a node, in order. -1 for a slot with a node. */
  idsIn(node: number): number[] {
    const { int32 } = this.tree.nodes;
    const first = (node << NODE_SHIFT) + CHILD;
    return [...int32.subarray(first, first + WIDTH)]
      .filter((child) => child !== EMPTY)
      .map((child) => (child < 0 ? ~child : -1));
  }

  /** The node that a box is in. */
  nodeOf(id: number): number {
    return this.tree.paths.boxSlots[id] >> NODE_SHIFT;
  }

  #mark(id: number): void {
    this.changes.reserve(this.boxes.idLimit);
    this.changes.mark(id);
  }

  #reserveNodes(more: number): void {
    const { nodes, paths } = this.tree;
    nodes.reserve(nodes.count + more);
    paths.reserveNodes(nodes.count + more);
  }
}
