import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { CHILD, CONTENT, EMPTY, MAX_X, MIN_X, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { countNodes, gatherMembers, nextMember } from '../build/collapse';
import { planSlots } from '../build/slotPlan';
import { splitBinary } from '../build/splitBinary';
import { freeNode } from '../tree/freeNode';
import { pointTo } from '../tree/moveSlot';
import {
  addressOfSlot,
  areaOfSlot,
  boxesBelow,
  clearNode,
  fit,
  nodeCount,
  setBounds,
  setNodeCount,
  takeNode,
} from '../tree/nodes';
import { heightOf, NO_SLOT, parentSlotOf, setHeight } from '../tree/treePaths';
import { itemLimit, levelAt, spareNodes } from './treelets';

/**
 * The items that hang below the treelet: their references, child words and content words. Then the treelet's own nodes.
 */
let references: usize = 0;
let children: usize = 0;
let contents: usize = 0;
let old: usize = 0;
/** How many items and nodes there are. */
let items: i32 = 0;
let oldCount: i32 = 0;
/** How many of the old nodes are used again. */
let reused: i32 = 0;

/**
 * Rebuilds the nodes of a treelet: see bvh/change/rebuildTreelet.ts.
 *
 * @param scratch room for itemLimit items and nodes, and for twice as many binary nodes of 20 bytes each. A reference,
 *   a child word, a content word and a node take 44 bytes.
 */
export function rebuildTreelet(root: i32, scratch: usize): i32 {
  const capacity = itemLimit();
  references = scratch;
  const areas = references + <usize>capacity * (REFERENCE_WORDS * 4);
  const second = areas + (<usize>capacity << 4);
  const boxes = second + (<usize>capacity << 3);
  const plan = boxes + (<usize>capacity << 3);
  children = plan + (<usize>capacity << 3);
  contents = children + (<usize>capacity << 2);
  old = contents + (<usize>capacity << 2);
  if (!gather(root, capacity) || oldCount == 1) return items;
  splitBinary(references, items, second, boxes, areas);
  const isWorse = planSlots(plan) >= load<f64>(areas) + areasOfOld();
  if (isWorse || countNodes(0, 0, 0) > oldCount + spareNodes()) return items;
  reused = 1;
  emit(0, 0, root, 0);
  updateHeights(root);
  freeNodes();
  return items;
}

/** The sum of half the areas of the treelet's nodes, without its root. */
function areasOfOld(): f64 {
  let sum: f64 = 0;
  for (let i = 1; i < oldCount; i++) sum += areaOfSlot(addressOfSlot(parentSlotOf(oldNode(i))));
  return sum;
}

function oldNode(index: i32): i32 {
  return load<i32>(old + (<usize>index << 2));
}

function gather(root: i32, limit: i32): bool {
  const level = levelAt(parentSlotOf(root));
  store<i32>(old, root);
  oldCount = 1;
  items = 0;
  for (let next = 0; next < oldCount; next++) {
    const first = oldNode(next) << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const slotAt = addressOfSlot(slot);
      const child = load<i32>(slotAt, CHILD * 4);
      if (child == EMPTY) break;
      if (items == limit || oldCount == limit) return false;
      if (child >= 0 && levelAt(slot) == level) {
        store<i32>(old + (<usize>oldCount << 2), child);
        oldCount++;
        continue;
      }
      const reference = references + <usize>items * (REFERENCE_WORDS * 4);
      for (let k: usize = 0; k < 3; k++) {
        store<f32>(reference + (k << 2), load<f32>(slotAt + k * (WIDTH * 4), MIN_X * 4));
        store<f32>(reference + (k << 2), load<f32>(slotAt + k * (WIDTH * 4), MAX_X * 4), REFERENCE_MAX * 4);
      }
      store<i32>(reference, items, REFERENCE_ID * 4);
      // An id is a denormal float32, and denormal sums are slow. With this 1, no sum of fourth lanes is denormal.
      store<f32>(reference, 1, (REFERENCE_MAX + REFERENCE_ID) * 4);
      store<i32>(children + (<usize>items << 2), child);
      store<i32>(contents + (<usize>items << 2), load<i32>(slotAt, CONTENT * 4));
      items++;
    }
  }
  return true;
}

function emit(member: i32, firstReference: i32, node: i32, depth: i32): void {
  const members = gatherMembers(member, firstReference, depth);
  const end = nextMember;
  clearNode(node);
  const first = node << NODE_SHIFT;
  let slot = first;
  for (let at = members; at < end; at += 8, slot++) {
    if (load<i32>(at) >= 0) store<i32>(addressOfSlot(slot), reused < oldCount ? oldNode(reused++) : takeNode(), CHILD * 4);
  }
  slot = first;
  for (let at = members; at < end; at += 8, slot++) {
    const inner = load<i32>(at);
    const target = addressOfSlot(slot);
    if (inner >= 0) {
      const child = load<i32>(target, CHILD * 4);
      emit(inner, load<i32>(at, 4), child, depth + 1);
      fit(target, child);
      store<i32>(target, boxesBelow(child), CONTENT * 4);
    } else {
      const reference = references + <usize>~inner * (REFERENCE_WORDS * 4);
      const item = <usize>load<i32>(reference, REFERENCE_ID * 4) << 2;
      setBounds(target, reference);
      store<i32>(target, load<i32>(children + item), CHILD * 4);
      store<i32>(target, load<i32>(contents + item), CONTENT * 4);
    }
    pointTo(slot);
  }
  setHeight(node, heightByChildren(node));
}

/** Updates the heights above a node. Stops where a height does not change. */
function updateHeights(changed: i32): void {
  let node = changed;
  for (let slot = parentSlotOf(node); slot != NO_SLOT; slot = parentSlotOf(node)) {
    node = slot >> NODE_SHIFT;
    const height = heightByChildren(node);
    if (heightOf(node) == height) return;
    setHeight(node, height);
  }
}

function heightByChildren(node: i32): i32 {
  const first = node << NODE_SHIFT;
  let height = 1;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = load<i32>(addressOfSlot(slot), CHILD * 4);
    if (child >= 0) height = max(height, 1 + heightOf(child));
  }
  return height;
}

/** Frees the old nodes that are not used again. */
function freeNodes(): void {
  for (let i = reused; i < oldCount; i++) setHeight(oldNode(i), 0);
  for (let i = reused; i < oldCount; i++) {
    while (heightOf(nodeCount - 1) == 0) setNodeCount(nodeCount - 1);
    if (oldNode(i) < nodeCount) freeNode(oldNode(i));
  }
}
