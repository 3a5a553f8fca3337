import { NO_ROOM, SET_BOXES, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, EMPTY, KIND_SHIFT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { CUT, CUT_TWICE, INSIDE } from '../../bvh/layout/queryLayout';
import { planeAt, planeBoundsAt, preparePlane } from '../margins/planeMargin';
import { alongNormal } from '../lanes';
import { memoryBase } from '../memory/workingMemory';
import { sideOfSlotBox } from '../slots/slotBox';
import { addressOfNode, rootNode } from '../tree/nodes';
import { touchNodes } from '../slots/nodeQueue';

/**
 * Two sets of planes, as bits, for each slot of the current node: the planes that cut the slot's bounds, and the planes
 * for which float32 tests of the bounds do not decide.
 */
const CUTTING: usize = memoryBase + memory.data(WIDTH * 4, 16);
const UNSURE: usize = memoryBase + memory.data(WIDTH * 4, 16);

/**
 * Finds the boxes that are not behind any of PLANES: bvh/query/cullByPlanes.ts, with four slots at a time.
 *
 * @param planeCount the number of planes, at most 32.
 * @param opened receives the index of each opened node: `capacity` words, like the next two.
 * @param found receives, for each opened node, three sets of the node's slots, as bits: the slots inside all planes, the
 *   boxes cut by a plane, and the boxes cut by more than one. See bvh/layout/queryLayout.ts.
 * @param cutting receives, for each opened node, the planes that cut the node, as bits.
 * @returns how many nodes were opened, NO_ROOM if there are too many, or NEEDS_FLOAT64.
 */
export function cullByPlanes(planeCount: i32, opened: usize, found: usize, cutting: usize, capacity: i32): i32 {
  for (let i = 0; i < planeCount; i++) if (!preparePlane(i)) return NEEDS_FLOAT64;
  let insideBoxes = 0;
  let crossingBoxes = 0;
  let edgeBoxes = 0;
  let count = 1;
  let touched = 0;
  store<i32>(opened, rootNode());
  store<u32>(cutting, planeCount == 32 ? -1 : (1 << planeCount) - 1);
  for (let next = 0; next < count; next++) {
    if (count + WIDTH > capacity) return NO_ROOM;
    if (next == touched) touched = touchNodes(opened, next, count);
    const nodeAt = addressOfNode(load<i32>(opened + (<usize>next << 2)));
    let candidates = testSlots(nodeAt, load<u32>(cutting + (<usize>next << 2)));
    let sets = 0;
    while (candidates != 0) {
      const i = ctz(candidates);
      candidates &= candidates - 1;
      const slotAt = nodeAt + (<usize>i << 2);
      const child = load<i32>(slotAt, CHILD * 4);
      let cuttingSlot = load<u32>(CUTTING + (<usize>i << 2));
      if (child < 0) {
        let isOutside = false;
        for (let unsure = load<u32>(UNSURE + (<usize>i << 2)); unsure != 0; unsure &= unsure - 1) {
          const side = sideOfSlotBox(slotAt, planeAt(ctz(unsure)));
          if (side < 0) {
            isOutside = true;
            break;
          }
          if (side > 0) cuttingSlot &= ~(unsure & -unsure);
        }
        if (isOutside) continue;
      }
      if (cuttingSlot == 0) {
        sets |= 1 << (INSIDE + i);
        insideBoxes += child < 0 ? 1 : load<i32>(slotAt, CONTENT * 4);
      } else if (child < 0) {
        sets |= 1 << (CUT + i);
        crossingBoxes++;
        if (popcnt(cuttingSlot) > 1) {
          sets |= 1 << (CUT_TWICE + i);
          edgeBoxes++;
        }
      } else {
        store<i32>(opened + (<usize>count << 2), child);
        store<u32>(cutting + (<usize>count << 2), cuttingSlot);
        count++;
      }
    }
    store<i32>(found + (<usize>next << 2), sets);
  }
  store<f64>(memoryBase, insideBoxes, SET_BOXES * 8);
  store<f64>(memoryBase, crossingBoxes, SET_BOXES * 8 + 8);
  store<f64>(memoryBase, edgeBoxes, SET_BOXES * 8 + 16);
  return count;
}

/**
 * Tests the slots of a node against the planes that cut the node. Returns, as bits, the used slots that are not behind
 * any plane.
 */
function testSlots(nodeAt: usize, cuttingNode: u32): i32 {
  let candidates = 0;
  for (let half: usize = 0; half < 32; half += 16) {
    const at = nodeAt + half;
    const isUsed = i32x4.ne(v128.load(at, CHILD * 4), i32x4.splat(EMPTY));
    const boundsAreExact = i32x4.lt_u(v128.load(at, CONTENT * 4), i32x4.splat(1 << KIND_SHIFT));
    let isOutside = i32x4.splat(0);
    let cutting = i32x4.splat(0);
    let unsure = i32x4.splat(0);
    for (let planes = cuttingNode; planes != 0; planes &= planes - 1) {
      const index = ctz(planes);
      const bounds = planeBoundsAt(index);
      const lowX: usize = load<f32>(bounds) > 0 ? MIN_X * 4 : MAX_X * 4;
      const lowY: usize = load<f32>(bounds, 4) > 0 ? MIN_Y * 4 : MAX_Y * 4;
      const lowZ: usize = load<f32>(bounds, 8) > 0 ? MIN_Z * 4 : MAX_Z * 4;
      const normalX = v128.load32_splat(bounds);
      const normalY = v128.load32_splat(bounds, 4);
      const normalZ = v128.load32_splat(bounds, 8);
      const lower = v128.load32_splat(bounds, 12);
      const upper = v128.load32_splat(bounds, 16);
      const lowest = alongNormal(normalX, normalY, normalZ, at + lowX, at + lowY, at + lowZ);
      const highX = at + <usize>((MIN_X + MAX_X) * 4) - lowX;
      const highY = at + <usize>((MIN_Y + MAX_Y) * 4) - lowY;
      const highZ = at + <usize>((MIN_Z + MAX_Z) * 4) - lowZ;
      const highest = alongNormal(normalX, normalY, normalZ, highX, highY, highZ);
      const zero = f32x4.splat(0);
      const isFront = f32x4.ge(f32x4.add(lowest, lower), zero);
      const isCut = v128.and(f32x4.lt(f32x4.add(lowest, upper), zero), f32x4.ge(f32x4.add(highest, lower), zero));
      const bit = i32x4.splat(1 << index);
      isOutside = v128.or(isOutside, f32x4.lt(f32x4.add(highest, upper), zero));
      cutting = v128.or(cutting, v128.andnot(bit, isFront));
      unsure = v128.or(unsure, v128.andnot(bit, v128.or(isFront, v128.and(boundsAreExact, isCut))));
    }
    v128.store(CUTTING + half, cutting);
    v128.store(UNSURE + half, unsure);
    candidates |= i32x4.bitmask(v128.andnot(isUsed, isOutside)) << (<i32>half >> 2);
  }
  return candidates;
}
