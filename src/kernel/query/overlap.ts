import { NO_ROOM, ORIGIN, SET_BOXES, SET_UNDECIDED, SHAPE, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT, KIND_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { FOUND, UNDECIDED } from '../../bvh/layout/queryLayout';
import { AABB_SHAPE, CONVEX_SHAPE, FRAME_STRIDE, OBB_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import { sumOf } from '../lanes';
import { meshes } from '../memory/boundScene';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { aabbOverlapsAabb, framesOverlap } from '../primitives/query/separatingAxes';
import { prepareBox, prepareSlabs, testBox, prepareSphere, testSphere } from '../slots/shapeBounds';
import { boundsOfSlotBox, distanceToSlotBox, isObbInSlot, writeSlotFrame } from '../slots/slotBox';
import { addressOfNode, rootNode } from '../tree/nodes';
import { pushChildren, touchNodes } from '../slots/nodeQueue';

/** The frame of the box in the slot that is being tested. */
const FRAME: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);

/**
 * Finds the boxes that overlap SHAPE: bvh/query/overlap.ts, with four slots at a time. SHAPE is the frame of a box, the
 * centre and radius of a sphere, or the widened bounds of another shape. For a sphere, POINT must be the centre, too.
 *
 * Slots that are left to JavaScript have the bits of UNDECIDED: of another shape, those whose bounds overlap it, and the
 * instances that their bounds do not decide.
 *
 * @param hasTriangles whether the scene has instances, and they count as their triangles.
 * @param opened receives the index of each opened node: `capacity` words, like `found`.
 * @param found receives, for each opened node, the set of its slots all of whose boxes overlap SHAPE, as bits.
 * @returns how many nodes were opened, NO_ROOM if there are too many, or NEEDS_FLOAT64.
 */
export function overlap(kind: i32, hasTriangles: bool, opened: usize, found: usize, capacity: i32): i32 {
  if (!prepareShape(kind)) return NEEDS_FLOAT64;
  const firstStored = i32x4.splat(hasTriangles ? 0 : firstUndecidedPlace(kind));
  let below = i32x4.splat(0);
  let undecided = 0;
  let touched = 0;
  let count = 1;
  let boxes = 0;
  store<i32>(opened, rootNode());
  for (let next = 0; next < count; next++) {
    if (count + WIDTH > capacity) return NO_ROOM;
    if (next == touched) touched = touchNodes(opened, next, count);
    const nodeAt = addressOfNode(load<i32>(opened + (<usize>next << 2)));
    let set = 0;
    let unsure = 0;
    for (let shift = 0; shift < 8; shift += 4) {
      const at = nodeAt + (<usize>shift << 2);
      const child = v128.load(at, CHILD * 4);
      const content = v128.load(at, CONTENT * 4);
      const verdict = testShape(kind, at);
      const mayOverlap = i32x4.ge_s(verdict, i32x4.splat(0));
      const areInside = i32x4.gt_s(verdict, i32x4.splat(0));
      // The child word of a box is negative. The child word of an empty slot is negative, too, but an empty slot never
      // overlaps SHAPE.
      const isBox = i32x4.shr_s(child, 31);
      const boundsAreExact = v128.and(v128.and(mayOverlap, isBox), i32x4.lt_u(content, firstStored));
      const isFound = v128.or(areInside, boundsAreExact);
      const isOpen = v128.andnot(mayOverlap, isFound);
      below = i32x4.add(below, v128.andnot(v128.and(content, areInside), isBox));
      set |= i32x4.bitmask(isFound) << shift;
      boxes += popcnt(i32x4.bitmask(v128.and(isFound, isBox)));
      unsure |= i32x4.bitmask(v128.and(isOpen, isBox)) << shift;
      count = pushChildren(opened, count, child, v128.andnot(isOpen, isBox));
    }
    undecided |= unsure;
    store<i32>(found + (<usize>next << 2), (set << FOUND) | (unsure << UNDECIDED));
  }
  boxes += sumOf(below);
  if (undecided != 0 && kind != CONVEX_SHAPE) {
    const decided = decide(kind, hasTriangles, opened, found, count);
    if (decided < 0) return NEEDS_FLOAT64;
    boxes += decided;
    undecided = unsureOf(found, count);
  }
  store<f64>(memoryBase, boxes, SET_BOXES * 8);
  store<f64>(memoryBase, undecided, SET_UNDECIDED * 8);
  return count;
}

function prepareShape(kind: i32): bool {
  if (kind == SPHERE_SHAPE) return prepareSphere();
  prepareBox(kind != CONVEX_SHAPE);
  return kind != OBB_SHAPE || prepareSlabs();
}

function testShape(kind: i32, at: usize): v128 {
  return kind == SPHERE_SHAPE ? testSphere(at) : testBox(at, kind == OBB_SHAPE);
}

/**
 * Returns the smallest content word of a slot whose box needs an exact overlap test. Smaller words mean that the slot's
 * bounds equal the box. If the tree's origin is 0, comparing these bounds is the exact test.
 */
function firstUndecidedPlace(kind: i32): i32 {
  const isAtZero = exchanged(ORIGIN) == 0 && exchanged(ORIGIN + 1) == 0 && exchanged(ORIGIN + 2) == 0;
  return kind == AABB_SHAPE && isAtZero ? 1 << KIND_SHIFT : 0;
}

/**
 * Runs the exact overlap test on the boxes that their bounds do not decide, without instances if these have triangles.
 * Returns how many boxes were added to the set of overlapping boxes, or NEEDS_FLOAT64.
 */
function decide(kind: i32, hasTriangles: bool, opened: usize, found: usize, count: i32): i32 {
  let boxes = 0;
  const radius = load<f64>(memoryBase, (SHAPE + 3) * 8);
  for (let i: usize = 0; i < <usize>count; i++) {
    const nodeAt = addressOfNode(load<i32>(opened + (i << 2)));
    let words = load<u32>(found + (i << 2));
    for (let bits = words >>> UNDECIDED; bits != 0; bits &= bits - 1) {
      const slot = ctz(bits);
      const slotAt = nodeAt + (<usize>slot << 2);
      if (hasTriangles && load<u32>(meshes + (<usize>~load<i32>(slotAt, CHILD * 4) << 2)) != 0) continue;
      words &= ~(1 << (UNDECIDED + slot));
      if (kind == SPHERE_SHAPE) {
        const distance = distanceToSlotBox(slotAt, radius);
        if (distance == NEEDS_FLOAT64) return NEEDS_FLOAT64;
        if (distance > radius) continue;
      } else if (!overlapsSlotBox(kind, slotAt)) continue;
      words |= 1 << (FOUND + slot);
      boxes++;
    }
    store<u32>(found + (i << 2), words);
  }
  return boxes;
}

/** Returns the bits of all slots that are still undecided, or 0. */
function unsureOf(found: usize, count: i32): i32 {
  let words = 0;
  for (let i: usize = 0; i < <usize>count; i++) words |= load<u32>(found + (i << 2)) >>> UNDECIDED;
  return words;
}

/** Returns whether the box in SHAPE overlaps the box in a slot, by the operations of primitives/query/overlaps.ts. */
function overlapsSlotBox(kind: i32, slotAt: usize): bool {
  const shape = memoryBase + SHAPE * 8;
  if (kind == OBB_SHAPE || isObbInSlot(slotAt)) {
    writeSlotFrame(slotAt, FRAME);
    return framesOverlap(shape, FRAME);
  }
  return aabbOverlapsAabb(shape, boundsOfSlotBox(slotAt));
}
