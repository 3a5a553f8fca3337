import type { OnProgress } from './backend';
import { collapse } from './collapse';
import type { LeafStore } from './leafStore';
import { measureScene } from './measureScene';
import { ROW_WORDS } from './rowLayout';
import { writeRows } from './rows';
import { splitBinary } from './splitBinary';
import { createTree, type Tree } from './tree';

/**
 * Builds the tree over all boxes of a store: top down by the surface area heuristic into two, then collapsed to eight.
 */
export function buildSah(leaves: LeafStore, onProgress?: OnProgress): Tree {
  const measure = measureScene(leaves);
  const rows = new Float32Array(leaves.size * ROW_WORDS);
  writeRows(leaves, measure, rows);
  const nodes = collapse(splitBinary(rows, onProgress), rows, leaves, measure.origin);
  return createTree(measure, leaves, nodes);
}
