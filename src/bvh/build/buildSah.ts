import type { LeafStore } from '../boxes/leafStore';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { createTree, type Tree } from '../tree/tree';
import { writeReferences } from './references';
import { collapse } from './collapse';
import type { OnProgress } from './onProgress';
import { splitBinary } from './splitBinary';

/**
 * Builds the tree over all boxes of a store. The surface area heuristic splits the boxes top down into a binary tree.
 * That is then collapsed into nodes of eight slots.
 */
export function buildSah(leaves: LeafStore, onProgress?: OnProgress): Tree {
  const measure = measureScene(leaves);
  const references = new Float32Array(leaves.size * REFERENCE_WORDS);
  writeReferences(leaves, measure, references);
  const nodes = collapse(splitBinary(references, onProgress), references, leaves, measure.origin);
  return createTree(measure, leaves, nodes);
}
