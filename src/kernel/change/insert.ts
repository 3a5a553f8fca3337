import { BALANCED_DEPTH, MAX_DEPTH, CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { writeBox } from '../build/references';
import { memoryBase } from '../memory/workingMemory';
import { moveSlot } from '../tree/moveSlots';
import { addressOfNode, addressOfSlot, clearNode, nodeOf, takeNode, usedSlots, widenBounds } from '../tree/nodes';
import { heightOf, NO_SLOT, parentSlotOf, setBoxSlot, setHeight, setParentSlot } from '../tree/treePaths';

/** The cost of a new node for two boxes, per half of its surface area: see bvh/change/insert.ts. */
const NEW_NODE: f32 = 4;

/** Inserts a box into the tree: see bvh/change/insert.ts. Returns false if the tree would become too deep. */
export function insert(id: i32, reference: usize, boundsAreExact: bool): bool {
  let node = 0;
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const first = node << NODE_SHIFT;
    const used = usedSlots(node);
    if (used < WIDTH) {
      putBox(first + used, id, reference, boundsAreExact);
      return true;
    }
    const slot = first + (depth < BALANCED_DEPTH ? cheapestSlot(addressOfNode(node), reference) : emptiestSlot(addressOfNode(node)));
    const slotAt = addressOfSlot(slot);
    const child = load<i32>(slotAt, CHILD * 4);
    if (child < 0) {
      const pair = takeNode();
      clearNode(pair);
      moveSlot(slot, pair << NODE_SHIFT);
      putBox((pair << NODE_SHIFT) + 1, id, reference, boundsAreExact);
      widenBounds(slotAt, reference);
      store<i32>(slotAt, pair, CHILD * 4);
      store<i32>(slotAt, 2, CONTENT * 4);
      setParentSlot(pair, slot);
      raiseHeights(pair);
      return true;
    }
    widenBounds(slotAt, reference);
    store<i32>(slotAt, load<i32>(slotAt, CONTENT * 4) + 1, CONTENT * 4);
    node = nodeOf(child);
    store<i32>(slotAt, node, CHILD * 4);
  }
  return false;
}

function putBox(slot: i32, id: i32, reference: usize, boundsAreExact: bool): void {
  writeBox(addressOfSlot(slot), id, reference, boundsAreExact);
  setBoxSlot(id, slot);
}

const COSTS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** Returns which slot of a full node, from 0 to 7, can take another box at the least cost: see bvh/change/insert.ts. */
function cheapestSlot(nodeAt: usize, reference: usize): i32 {
  const referenceMinX = v128.load32_splat(reference);
  const referenceMinY = v128.load32_splat(reference, 4);
  const referenceMinZ = v128.load32_splat(reference, 8);
  const referenceMaxX = v128.load32_splat(reference, 16);
  const referenceMaxY = v128.load32_splat(reference, 20);
  const referenceMaxZ = v128.load32_splat(reference, 24);
  for (let half: usize = 0; half < 32; half += 16) {
    const at = nodeAt + half;
    const minX = v128.load(at, MIN_X * 4);
    const minY = v128.load(at, MIN_Y * 4);
    const minZ = v128.load(at, MIN_Z * 4);
    const maxX = v128.load(at, MAX_X * 4);
    const maxY = v128.load(at, MAX_Y * 4);
    const maxZ = v128.load(at, MAX_Z * 4);
    const widened = halfAreas(
      f32x4.sub(f32x4.pmax(maxX, referenceMaxX), f32x4.pmin(minX, referenceMinX)),
      f32x4.sub(f32x4.pmax(maxY, referenceMaxY), f32x4.pmin(minY, referenceMinY)),
      f32x4.sub(f32x4.pmax(maxZ, referenceMaxZ), f32x4.pmin(minZ, referenceMinZ)),
    );
    const before = halfAreas(f32x4.sub(maxX, minX), f32x4.sub(maxY, minY), f32x4.sub(maxZ, minZ));
    const isBox = i32x4.shr_s(v128.load(at, CHILD * 4), 31);
    const asNewNode = f32x4.mul(widened, f32x4.splat(NEW_NODE));
    v128.store(COSTS + half, v128.bitselect(asNewNode, f32x4.sub(widened, before), isBox));
  }
  let cheapest = 0;
  let least: f32 = Infinity;
  for (let i = 0; i < WIDTH; i++) {
    const cost = load<f32>(COSTS + (<usize>i << 2));
    if (cost < least) {
      least = cost;
      cheapest = i;
    }
  }
  return cheapest;
}

/** Returns which slot of a full node, from 0 to 7, has the fewest boxes below it. */
function emptiestSlot(nodeAt: usize): i32 {
  let emptiest = 0;
  let fewest = i32.MAX_VALUE;
  for (let i = 0; i < WIDTH; i++) {
    const slotAt = nodeAt + (<usize>i << 2);
    const boxes = load<i32>(slotAt, CHILD * 4) < 0 ? 1 : load<i32>(slotAt, CONTENT * 4);
    if (boxes < fewest) {
      fewest = boxes;
      emptiest = i;
    }
  }
  return emptiest;
}

function halfAreas(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, y), f32x4.mul(y, z)), f32x4.mul(z, x));
}

/**
 * Updates the heights of the nodes above a new lowest node. Stops at a node with a longer or equally long path down.
 */
function raiseHeights(leaf: i32): void {
  let node = leaf;
  let height = 1;
  setHeight(node, height);
  for (let slot = parentSlotOf(node); slot != NO_SLOT; slot = parentSlotOf(node)) {
    node = slot >> NODE_SHIFT;
    height++;
    if (heightOf(node) >= height) return;
    setHeight(node, height);
  }
}
