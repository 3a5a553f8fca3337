import type { LeafStore } from '../boxes/leafStore';
import { ROW_WORDS } from '../layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { createTree, type Tree } from '../tree/tree';
import { writeRows } from './references';
import { collapse } from './collapse';
import type { OnProgress } from './onProgress';
import { splitBinary } from './splitBinary';

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
