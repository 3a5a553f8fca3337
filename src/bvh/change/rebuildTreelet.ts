import { countNodes, type Member, membersOf, ROOT } from '../build/collapse';
import { planSlots } from '../build/slotPlan';
import { splitBinary } from '../build/splitBinary';
import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { freeNode } from '../tree/freeNode';
import { pointTo } from '../tree/moveSlot';
import { MAX, MIN, type Nodes } from '../tree/nodes';
import { areaOfSlot } from '../tree/statistics';
import type { Tree } from '../tree/tree';
import { NO_SLOT, type TreePaths } from '../tree/treePaths';
import { itemLimit, levelAt, spareNodes } from './treelets';

/**
 * Rebuilds the nodes of a treelet over the items that hang below it, in the same way as a whole tree is built. The root
 * of the treelet stays where it is, and the items stay unchanged.
 *
 * A treelet is left alone if more than itemLimit items hang below it, or if it would cost no less than before. It is
 * also left alone if it would need more than spareNodes additional nodes, for which there must be room.
 *
 * @returns how many items hang below it: the work that it took.
 */
export function rebuildTreelet(tree: Tree, root: number): number {
  const { nodes, paths } = tree;
  const { int32 } = nodes;
  const old = [root];
  const slots: number[] = [];
  if (!gather(tree, old, slots) || old.length === 1) return slots.length;
  const references = new Float32Array(slots.length * REFERENCE_WORDS);
  const items = new Int32Array(references.buffer);
  slots.forEach((slot, item) => {
    writeSlotBounds(nodes, slot, references, item * REFERENCE_WORDS);
    items[item * REFERENCE_WORDS + REFERENCE_ID] = item;
  });
  const children = slots.map((slot) => int32[slot + CHILD]);
  const contents = slots.map((slot) => int32[slot + CONTENT]);
  const binary = splitBinary(references);
  const plan = planSlots(binary);
  const isWorse = plan.areas >= binary.areas[0] + areasOf(nodes, paths, old);
  if (isWorse || countNodes(binary, plan, ROOT) > old.length + spareNodes(tree)) return slots.length;

  let reused = 1;
  const emit = (member: Member, node: number): void => {
    nodes.clear(node);
    const members = membersOf(binary, plan, member);
    // Siblings get their nodes together, old ones first. New ones lie side by side.
    const below = members.map(({ child }) => (child < 0 ? 0 : reused < old.length ? old[reused++] : nodes.count++));
    members.forEach((inner, i) => {
      const slot = (node << NODE_SHIFT) + i;
      if (inner.child >= 0) {
        emit(inner, below[i]);
        nodes.fit(slot, below[i]);
        int32[slot + CHILD] = below[i];
        int32[slot + CONTENT] = nodes.boxesBelow(below[i]);
      } else {
        const at = ~inner.child * REFERENCE_WORDS;
        const item = items[at + REFERENCE_ID];
        nodes.setBounds(slot, references, at);
        int32[slot + CHILD] = children[item];
        int32[slot + CONTENT] = contents[item];
      }
      pointTo(tree, slot);
    });
    paths.heights[node] = heightOf(tree, node);
  };

  emit(ROOT, root);
  updateHeights(tree, root);
  freeNodes(tree, old, reused);
  return slots.length;
}

/**
 * Adds the nodes of a treelet to `inner`, which begins with its root, and the slots that lead out of it to `slots`.
 * Returns false if there are too many of either.
 */
function gather(tree: Tree, inner: number[], slots: number[]): boolean {
  const { int32 } = tree.nodes;
  const limit = itemLimit(tree);
  const level = levelAt(tree, tree.paths.parentSlots[inner[0]]);
  for (const node of inner) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (slots.length === limit || inner.length === limit) return false;
      if (child >= 0 && levelAt(tree, slot) === level) inner.push(child);
      else slots.push(slot);
    }
  }
  return true;
}

/** The sum of half the areas of a treelet's nodes, without its root. */
function areasOf(nodes: Nodes, { parentSlots }: TreePaths, inner: readonly number[]): number {
  let areas = 0;
  for (let i = 1; i < inner.length; i++) areas += areaOfSlot(nodes, parentSlots[inner[i]]);
  return areas;
}

function writeSlotBounds({ float32 }: Nodes, slot: number, references: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    references[at + k] = float32[slot + MIN[k]];
    references[at + REFERENCE_MAX + k] = float32[slot + MAX[k]];
  }
}

/** Updates the heights above a node. Stops where a height does not change. */
function updateHeights(tree: Tree, changed: number): void {
  const { parentSlots, heights } = tree.paths;
  let node = changed;
  for (let slot = parentSlots[node]; slot !== NO_SLOT; slot = parentSlots[node]) {
    node = slot >> NODE_SHIFT;
    const height = heightOf(tree, node);
    if (heights[node] === height) return;
    heights[node] = height;
  }
}

/** The height of a node, from the heights of its children. */
function heightOf({ nodes: { int32 }, paths: { heights } }: Tree, node: number): number {
  const first = (node << NODE_SHIFT) + CHILD;
  let height = 1;
  for (let word = first; word < first + WIDTH; word++) {
    const child = int32[word];
    if (child >= 0) height = Math.max(height, 1 + heights[child]);
  }
  return height;
}

/** Frees the old nodes that are not used again. */
function freeNodes(tree: Tree, old: readonly number[], reused: number): void {
  const { nodes, paths } = tree;
  for (let i = reused; i < old.length; i++) paths.heights[old[i]] = 0;
  for (let i = reused; i < old.length; i++) {
    // The last node may be one of them itself.
    while (paths.heights[nodes.count - 1] === 0) nodes.count--;
    if (old[i] < nodes.count) freeNode(tree, old[i]);
  }
}
