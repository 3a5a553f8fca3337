import { MAX_DEPTH, WIDTH } from '../layout/nodeLayout';

const STACK_LENGTH = MAX_DEPTH * (WIDTH - 1) + WIDTH;

/**
 * The stack of a walk: nodes to visit, and the least t or distance at which each can matter. Every level leaves at most
 * seven nodes for later.
 */
export class NodeStack {
  readonly nodes = new Int32Array(STACK_LENGTH);
  readonly nears = new Float64Array(STACK_LENGTH);
}

/**
 * Inserts a node into a stack below all nearer nodes, so a walk visits the children of a node nearest first. The
 * entries from `bottom` to `top` must be in order.
 *
 * @param near orders the entries.
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
