import type { BoxStore } from '../boxes/boxStore';
import { REFERENCE_ID, REFERENCE_WORDS } from '../layout/referenceLayout';
import { measureScene } from '../margins/measureScene';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { collapse, type WriteLeaf } from './collapse';
import { fitNodes, traceNodes } from './fitNodes';
import { writeBox, writeReferences } from './references';
import { planSlots } from './slotPlan';
import { splitBinary } from './splitBinary';
import { type BuildOptions, firstNodes, type TreeBuild, WORK_OF_FIT } from './buildSteps';

const NODES_AT_ONCE = 256;

/**
 * Builds the tree over all boxes of a store. The build splits the boxes in two from the top down by the surface area
 * heuristic, then collapses the binary tree into nodes of eight slots.
 */
export function* buildSah(boxes: BoxStore, options: BuildOptions = {}): TreeBuild {
  const { onProgress, missed, measure = measureScene(boxes) } = options;
  const tree = createTree(measure, boxes, new Nodes(boxes.memory, 0));
  const references = new Float32Array(boxes.size * REFERENCE_WORDS);
  const total = yield* writeReferences(boxes, measure, references, missed);
  const binary = yield* splitBinary(references, total, onProgress);
  const withPaths = missed !== undefined;
  tree.nodes.reserve(firstNodes(boxes.size, withPaths));
  yield* collapse(binary, yield* planSlots(binary), references, tree, writeOnlyBox);
  const { count } = tree.nodes;
  if (withPaths) {
    tree.paths.reserveIds(boxes.idLimit);
    tree.paths.reserveNodes(tree.nodes.capacity);
    tree.areas = 0;
  } else tree.nodes.resize(count);
  for (let end = count; end > 0; end -= NODES_AT_ONCE) {
    (withPaths ? traceNodes : fitNodes)(tree, Math.max(0, end - NODES_AT_ONCE), end);
    yield NODES_AT_ONCE * WORK_OF_FIT;
  }
  return tree;
}

/** Writes a single box into a slot: leaves of a tree over boxes have one box each. */
const writeOnlyBox: WriteLeaf<Tree> = (tree, slot, references, first) => {
  const at = first * REFERENCE_WORDS;
  writeBox(tree, slot, new Int32Array(references.buffer)[at + REFERENCE_ID], references, at);
};
