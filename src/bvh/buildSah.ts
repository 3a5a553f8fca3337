import { collapse } from './collapse';
import { createTree } from './createTree';
import type { LeafStore } from './leafStore';
import { ROW_WORDS, writeRows } from './rows';
import { splitBinary } from './splitBinary';
import type { Tree } from './tree';

/**
 * Builds the tree over all boxes of a store: top down by the surface area heuristic into two, then collapsed to eight.
 */
export function buildSah(leaves: LeafStore): Tree {
  const tree = createTree(leaves);
  const rows = new Float32Array(leaves.size * ROW_WORDS);
  writeRows(tree, rows);
  const binary = splitBinary(rows);
  collapse(binary, rows, tree);
  return tree;
}
