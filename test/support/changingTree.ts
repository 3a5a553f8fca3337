import type { Backend } from '../../src/bvh/backend/backend';
import { finish } from '../../src/bvh/build/treeBuild';
import { ChangedIds } from '../../src/bvh/boxes/changedIds';
import { createBackend } from '../../src/bvh/backend/createBackend';
import type { LeafStore } from '../../src/bvh/boxes/leafStore';
import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../../src/bvh/layout/nodeLayout';
import type { Tree } from '../../src/bvh/tree/tree';
import { tracePaths } from '../../src/bvh/tree/tracePaths';
import { leavesOf, setBox } from './leaves';
import type { LoopBox } from './loop';

/** A tree that is changed path by path. It is never refitted, and never replaced by a new one. */
export class ChangingTree {
  readonly backend: Backend;
  readonly leaves: LeafStore;
  readonly tree: Tree;
  readonly changes: ChangedIds;

  constructor(name: Backend['name'], boxes: readonly LoopBox[]) {
    this.backend = createBackend(name);
    this.leaves = leavesOf(boxes, this.backend.memory);
    this.tree = finish(this.backend.build(this.leaves));
    this.changes = new ChangedIds(this.backend.memory);
    tracePaths(this.tree);
  }

  /** Adds a box, and returns its id. The next {@link apply} inserts it. */
  add(box: LoopBox): number {
    const id = this.leaves.addId(box.mask);
    setBox(this.leaves, id, box);
    this.#mark(id);
    return id;
  }

  set(id: number, box: LoopBox): void {
    setBox(this.leaves, id, box);
    this.#mark(id);
  }

  remove(id: number): void {
    this.leaves.remove(id);
    this.#mark(id);
  }

  /** Applies the changes. Returns whether the tree is usable. */
  apply(): boolean {
    const { tree, changes } = this;
    tree.paths.reserveIds(this.leaves.idLimit);
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
    this.changes.reserve(this.leaves.idLimit);
    this.changes.mark(id);
  }

  #reserveNodes(more: number): void {
    const { nodes, paths } = this.tree;
    nodes.reserve(nodes.count + more);
    paths.reserveNodes(nodes.count + more);
  }
}
