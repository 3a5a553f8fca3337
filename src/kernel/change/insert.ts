import { WORK } from '../../bvh/layout/kernelLayout';
import { BALANCED_DEPTH, MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { WORK_OF_INSERTION } from '../../bvh/layout/treeletSize';
import { writeBox } from '../build/references';
import { exchanged, setExchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { clearNode, nodeAt, slotAt, takeNode, usedSlots, widenBounds } from '../tree/nodes';
import { heightOf, moveSlot, NO_SLOT, parentSlotOf, setBoxSlot, setHeight, setParentSlot } from '../tree/treePaths';

/** Puts a box into the tree: see bvh/change/insert.ts. */
export function insert(id: i32, row: usize, isSelf: bool): bool {
  setExchanged(WORK, exchanged(WORK) + WORK_OF_INSERTION);
  let node = 0;
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const first = node << NODE_SHIFT;
    const used = usedSlots(node);
    if (used < WIDTH) {
      hangBox(first + used, id, row, isSelf);
      return true;
    }
    const slot = first + (depth < BALANCED_DEPTH ? cheapestSlot(nodeAt(node), row) : emptiestSlot(nodeAt(node)));
    const at = slotAt(slot);
    const child = load<i32>(at, CHILD * 4);
    if (child < 0) {
      const pair = takeNode();
      clearNode(pair);
      moveSlot(slot, pair << NODE_SHIFT);
      hangBox((pair << NODE_SHIFT) + 1, id, row, isSelf);
      widenBounds(at, row);
      store<i32>(at, pair, CHILD * 4);
      store<i32>(at, 2, CONTENT * 4);
      setParentSlot(pair, slot);
      raiseHeights(pair);
      return true;
    }
    widenBounds(at, row);
    store<i32>(at, load<i32>(at, CONTENT * 4) + 1, CONTENT * 4);
    node = child;
  }
  return false;
}

function hangBox(slot: i32, id: i32, row: usize, isSelf: bool): void {
  writeBox(slotAt(slot), id, row, isSelf);
  setBoxSlot(id, slot);
}

const COSTS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** Which slot of a full node costs least. */
function cheapestSlot(node: usize, row: usize): i32 {
  const rowMinX = v128.load32_splat(row);
  const rowMinY = v128.load32_splat(row, 4);
  const rowMinZ = v128.load32_splat(row, 8);
  const rowMaxX = v128.load32_splat(row, 16);
  const rowMaxY = v128.load32_splat(row, 20);
  const rowMaxZ = v128.load32_splat(row, 24);
  for (let half: usize = 0; half < 32; half += 16) {
    const at = node + half;
    const minX = v128.load(at, MIN_X * 4);
    const minY = v128.load(at, MIN_Y * 4);
    const minZ = v128.load(at, MIN_Z * 4);
    const maxX = v128.load(at, MAX_X * 4);
    const maxY = v128.load(at, MAX_Y * 4);
    const maxZ = v128.load(at, MAX_Z * 4);
    const widened = halfAreas(
      f32x4.sub(f32x4.pmax(maxX, rowMaxX), f32x4.pmin(minX, rowMinX)),
      f32x4.sub(f32x4.pmax(maxY, rowMaxY), f32x4.pmin(minY, rowMinY)),
      f32x4.sub(f32x4.pmax(maxZ, rowMaxZ), f32x4.pmin(minZ, rowMinZ)),
    );
    const before = halfAreas(f32x4.sub(maxX, minX), f32x4.sub(maxY, minY), f32x4.sub(maxZ, minZ));
    const isBox = i32x4.shr_s(v128.load(at, CHILD * 4), 31);
    v128.store(COSTS + half, f32x4.sub(widened, v128.andnot(before, isBox)));
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

/** Below which slot of a full node there are fewest boxes. */
function emptiestSlot(node: usize): i32 {
  let emptiest = 0;
  let fewest = i32.MAX_VALUE;
  for (let i = 0; i < WIDTH; i++) {
    const slot = node + (<usize>i << 2);
    const boxes = load<i32>(slot, CHILD * 4) < 0 ? 1 : load<i32>(slot, CONTENT * 4);
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

/** Raises the heights above a new node of boxes, as far as it is deeper than what was there. */
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
