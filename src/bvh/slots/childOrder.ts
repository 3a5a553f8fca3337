/**
 * Inserts a node into a stack below those that are nearer, so a walk visits the children of a node nearest first. The
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
