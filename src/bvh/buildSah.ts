import { collapse } from './collapse';
import type { LeafStore } from './leafStore';
import { createTree } from './createTree';
import type { Tree } from './tree';
import { ROW_WORDS, writeRows } from './rows';
import { splitBinary } from './splitBinary';

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
