import { freeNode, pointTo } from './moveSlot';
import { type Member, membersOf } from './collapse';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
import { MAX, MIN } from './nodes';
import { ROW_ID, ROW_MAX, ROW_WORDS } from './rowLayout';
import { planSlots } from './slotPlan';
import { splitBinary } from './splitBinary';
import { levelAt } from './treelets';
import { TREELET_ITEMS } from './treeletSize';
import type { Tree } from './tree';
import { NO_SLOT } from './treePaths';

const rows = new Float32Array(TREELET_ITEMS * ROW_WORDS);
const rowIds = new Int32Array(rows.buffer);
/** What hangs in the slots of a treelet that lead out of it: each with a row. */
const children = new Int32Array(TREELET_ITEMS);
const contents = new Int32Array(TREELET_ITEMS);

/**
 * Builds the nodes of a treelet anew, as the whole tree is built, over what hangs below it. Its root stays where it is, and
 * so does all that is below. One of more than TREELET_ITEMS is left as it is.
 *
 * There must be room for TREELET_ITEMS nodes more.
 *
 * @returns how many things hang below it: the work that it took.
 */
export function rebuildTreelet(tree: Tree, root: number): number {
  const old = [root];
  const items = gatherItems(tree, old);
  if (items > TREELET_ITEMS || old.length === 1) return items;
  const { nodes, paths } = tree;
  const { int32 } = nodes;
  const treelet = rows.subarray(0, items * ROW_WORDS);
  const binary = splitBinary(treelet);
  const plan = planSlots(binary);
  tree.isPacked = false;

  let reused = 1;
  const emit = (member: Member, node: number): void => {
    nodes.clear(node);
    const members = membersOf(binary, plan, member);
    // Siblings side by side, as far as there are nodes to be used again.
    const below = members.map(({ child }) => (child < 0 ? 0 : reused < old.length ? old[reused++] : nodes.count++));
    let height = 1;
    members.forEach((inner, i) => {
      const slot = (node << NODE_SHIFT) + i;
      if (inner.child >= 0) {
        emit(inner, below[i]);
        nodes.fit(slot, below[i]);
        int32[slot + CHILD] = below[i];
        int32[slot + CONTENT] = nodes.boxesBelow(below[i]);
      } else {
        const row = ~inner.child * ROW_WORDS;
        const item = rowIds[row + ROW_ID];
        nodes.setBounds(slot, rows, row);
        int32[slot + CHILD] = children[item];
        int32[slot + CONTENT] = contents[item];
      }
      pointTo(tree, slot);
      if (int32[slot + CHILD] >= 0) height = Math.max(height, 1 + paths.heights[int32[slot + CHILD]]);
    });
    paths.heights[node] = height;
  };

  emit({ child: 0, firstRow: 0 }, root);
  settleHeights(tree, root);
  freeNodes(tree, old, reused);
  return items;
}

/** Fills in the rows of what hangs below a treelet, and appends its nodes to `inner`, which holds its root; returns how many rows. */
function gatherItems(tree: Tree, inner: number[]): number {
  const { float32, int32 } = tree.nodes;
  const level = levelAt(tree, tree.paths.parentSlots[inner[0]]);
  let items = 0;
  for (const node of inner) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (items === TREELET_ITEMS || inner.length === TREELET_ITEMS) return TREELET_ITEMS + 1;
      if (child >= 0 && levelAt(tree, slot) === level) {
        inner.push(child);
        continue;
      }
      const row = items * ROW_WORDS;
      for (let k = 0; k < 3; k++) {
        rows[row + k] = float32[slot + MIN[k]];
        rows[row + ROW_MAX + k] = float32[slot + MAX[k]];
      }
      rowIds[row + ROW_ID] = items;
      children[items] = child;
      contents[items] = int32[slot + CONTENT];
      items++;
    }
  }
  return items;
}

/** Makes the heights above a node right again. */
function settleHeights({ nodes: { int32 }, paths: { parentSlots, heights } }: Tree, changed: number): void {
  let node = changed;
  for (let slot = parentSlots[node]; slot !== NO_SLOT; slot = parentSlots[node]) {
    node = slot >> NODE_SHIFT;
    const first = (node << NODE_SHIFT) + CHILD;
    let height = 1;
    for (let word = first; word < first + WIDTH; word++) {
      const child = int32[word];
      if (child >= 0) height = Math.max(height, 1 + heights[child]);
    }
    if (heights[node] === height) return;
    heights[node] = height;
  }
}

/** Gives up the nodes that are not used again. */
function freeNodes(tree: Tree, old: readonly number[], reused: number): void {
  const { nodes, paths } = tree;
  for (let i = reused; i < old.length; i++) paths.heights[old[i]] = 0;
  for (let i = reused; i < old.length; i++) {
    // The last one may be one of them itself.
    while (paths.heights[nodes.count - 1] === 0) nodes.count--;
    if (old[i] < nodes.count) freeNode(tree, old[i]);
  }
}
