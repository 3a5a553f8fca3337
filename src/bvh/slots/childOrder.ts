import { MAX_DEPTH, WIDTH } from '../layout/nodeLayout';

const STACK_LENGTH = MAX_DEPTH * (WIDTH - 1) + WIDTH;

/**
 * The stack of a walk: the nodes to visit, and the least t or distance at which each node can matter. At every level of
 * the tree, a walk leaves at most seven nodes on the stack.
 */
export class NodeStack {
  readonly nodes = new Int32Array(STACK_LENGTH);
  readonly nears = new Float64Array(STACK_LENGTH);
}

/**
 * Inserts a node into the stack of a walk below all nearer nodes, so that the walk visits the children of a node
 * nearest first. The entries from `bottom` to `top` must be sorted, the nearest last.
 *
 * @param near the least t or distance of the node, by which the entries are sorted.
 */
export function insertEntry(
  nodes: Int32Array,
  nears: Float64Array,
  bottom: number,
  top: number,
  node: number,
  near: number,
): void {
  let at = top;
  while (at > bottom && nears[at - 1] < near) {
    nears[at] = nears[at - 1];
    nodes[at] = nodes[at - 1];
    at--;
  }
  nears[at] = near;
  nodes[at] = node;
}
