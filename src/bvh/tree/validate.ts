import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeWorldBounds } from '../boxes/worldBounds';
import {
  MAX_DEPTH,
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  NODE_SHIFT,
  nodeOf,
  OBB,
  DUPLICATES,
  WIDTH,
} from '../layout/nodeLayout';
import { createObbMargin, obbMargin } from '../margins/obbMargin';
import { MAX, MIN } from './nodes';
import { firstSlotBelow } from './duplicates';
import type { Tree } from './tree';
import { NO_SLOT } from './treePaths';

/**
 * Checks every invariant of a tree:
 * - The used slots of a node come first, and the bounds of unused slots are inverted.
 * - Children are inside their slots. While the tree is packed, children come after their parents and follow one
 *   another.
 * - The count of boxes below each slot is right.
 * - Every box is in exactly one slot, inside the slot's bounds, and the slot has the place of the box.
 * - All nodes can be reached, and no path is longer than allowed.
 * - Paths that are traced lead from every box to the root.
 * - The scene's measure covers every box.
 * - All boxes below a slot that is marked as a run of duplicates are equal, and the first has the smallest id.
 *
 * @param hasGaps whether some nodes may be unreachable, and one node may have no boxes, as in bvh/tiles.
 * @throws Error that names the broken invariant and the slot.
 */
export function validate(tree: Tree, hasGaps = false): void {
  const seen = new Uint8Array(tree.boxes.idLimit);
  const reached: Reached = { nodes: 0, last: 0 };
  const boxes = validateNode(tree, 0, 1, seen, reached);
  check(boxes === tree.boxes.size, () => `the tree holds ${boxes} boxes, and the store ${tree.boxes.size}`);
  const { boxSlots } = tree.paths;
  let traced = 0;
  for (let id = 0; id < boxSlots.length; id++) if (boxSlots[id] !== NO_SLOT) traced++;
  check(!tree.paths.isTraced || traced === boxes, () => `paths are traced for ${traced} of ${boxes} boxes`);
  check(
    hasGaps || reached.nodes === tree.nodes.count,
    () => `${reached.nodes} of ${tree.nodes.count} nodes can be reached`,
  );
}

/** How many nodes of the tree a check has reached so far, and the highest index among these nodes. */
interface Reached {
  nodes: number;
  last: number;
}

function check(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(`broken tree: ${message()}`);
}

/** Checks a node and everything below it. Returns how many boxes are below the node. */
function validateNode(tree: Tree, node: number, depth: number, seen: Uint8Array, reached: Reached): number {
  reached.nodes++;
  reached.last = Math.max(reached.last, node);
  check(depth <= MAX_DEPTH, () => `node ${node} is deeper than ${MAX_DEPTH}`);
  const { float32, int32 } = tree.nodes;
  const { paths } = tree;
  let boxes = 0;
  let isOver = false;
  let firstBelow = Infinity;
  const reachedBefore = reached.nodes;
  for (let i = 0; i < WIDTH; i++) {
    const slot = (node << NODE_SHIFT) + i;
    const word = int32[slot + CHILD];
    const child = word >= 0 ? nodeOf(word) : word;
    const where = (): string => `slot ${i} of node ${node}`;
    if (child === EMPTY) {
      isOver = true;
      check(boundsAreInverted(float32, slot), () => `${where()} is empty, but its bounds are not`);
      continue;
    }
    check(!isOver, () => `${where()} is used after an empty slot`);
    if (child < 0) {
      const id = ~child;
      check(tree.boxes.has(id), () => `${where()} holds box ${id}, which is not in the store`);
      check(seen[id] === 0, () => `${where()} holds box ${id}, which another slot also holds`);
      seen[id] = 1;
      check(!paths.isTraced || paths.boxSlots[id] === slot, () => `the path of box ${id} does not lead to ${where()}`);
      validateBox(tree, slot, id, where);
      boxes++;
    } else {
      check(child < tree.nodes.count && (child > node || !tree.isPacked), () => `${where()} leads to node ${child}`);
      firstBelow = Math.min(firstBelow, child);
      const below = validateNode(tree, child, depth + 1, seen, reached);
      check(
        tree.nodes.holds(slot, tree.nodes, child),
        () => `${where()} does not hold all of its child, node ${child}`,
      );
      check(int32[slot + CONTENT] === below, () => `${where()} counts ${int32[slot + CONTENT]} boxes, not ${below}`);
      boxes += below;
      if (word >= DUPLICATES) validateRun(tree, child, firstIdBelow(tree, child), where);
      check(
        !paths.isTraced || (paths.parentSlots[child] === slot && paths.heights[child] < paths.heights[node]),
        () => `the path of node ${child} does not lead to ${where()}`,
      );
    }
  }
  const nodesBelow = reached.nodes - reachedBefore;
  check(
    nodesBelow === 0 || !tree.isPacked || reached.last === firstBelow + nodesBelow - 1,
    () => `the nodes below node ${node} do not follow one another`,
  );
  return boxes;
}

function firstIdBelow({ nodes }: Tree, node: number): number {
  return ~nodes.int32[firstSlotBelow(nodes, node) + CHILD];
}

/** Checks that all boxes below a node are equal to the first box, and that the first has the smallest id. */
function validateRun(tree: Tree, node: number, firstId: number, where: () => string): void {
  const { int32 } = tree.nodes;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
    const child = int32[slot + CHILD];
    if (child >= 0) {
      check(child >= DUPLICATES, () => `${where()} is a run of duplicates, but node ${child} in it is none`);
      validateRun(tree, nodeOf(child), firstId, where);
    } else {
      const id = ~child;
      check(id >= firstId, () => `${where()} is a run of duplicates, but box ${id} comes after box ${firstId}`);
      check(
        tree.boxes.areSame(firstId, id),
        () => `${where()} is a run of duplicates, but box ${id} is not box ${firstId}`,
      );
    }
    for (let k = 0; k < 3; k++) {
      const { float32 } = tree.nodes;
      check(
        float32[slot + MIN[k]] === float32[first + MIN[k]] && float32[slot + MAX[k]] === float32[first + MAX[k]],
        () => `${where()} is a run of duplicates, but the bounds in node ${node} differ`,
      );
    }
  }
}

function boundsAreInverted(float32: Float32Array, slot: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (float32[slot + MIN[k]] !== Infinity || float32[slot + MAX[k]] !== -Infinity) return false;
  }
  return true;
}

function validateBox(tree: Tree, slot: number, id: number, where: () => string): void {
  const { boxes, origin } = tree;
  const { float32, int32 } = tree.nodes;
  const place = boxes.places[id];
  const content = int32[slot + CONTENT] >>> 0;
  const isInSlot = kindOf(content) === IN_SLOT;
  check(
    isInSlot ? content === indexOf(place) : content === place,
    () => `${where()} looks for box ${id} at ${content}, but it is stored at ${place}`,
  );
  const bounds = new Float64Array(6);
  writeWorldBounds(boxes, place, bounds);
  let width = 0;
  if (kindOf(place) === OBB) {
    const margin = createObbMargin();
    obbMargin(boxes.obbs.data, indexOf(place) * OBB_STRIDE, margin);
    width = margin.base + margin.slope * tree.reach;
    check(margin.slope <= tree.obbSlope, () => `the measure does not cover the margin of box ${id}`);
  }
  for (let k = 0; k < 3; k++) {
    const min = float32[slot + MIN[k]];
    const max = float32[slot + MAX[k]];
    // An OBB with an infinite margin must never be skipped, so its bounds in the tree must be infinite.
    const low = width < Infinity ? bounds[k] - width - origin[k] : -Infinity;
    const high = width < Infinity ? bounds[k + 3] + width - origin[k] : Infinity;
    check(min <= low && max >= high, () => `${where()} does not hold all of box ${id} on axis ${k}`);
    check(
      !isInSlot || (min + origin[k] === bounds[k] && max + origin[k] === bounds[k + 3]),
      () => `${where()} should equal box ${id}, but differs on axis ${k}`,
    );
    const distance = Math.max(Math.abs(bounds[k] - origin[k]), Math.abs(bounds[k + 3] - origin[k]));
    const size = Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
    check(
      !(width < Infinity) || (distance <= tree.extent[k] && size <= tree.magnitude[k]),
      () => `the measure does not cover box ${id} on axis ${k}`,
    );
  }
}
