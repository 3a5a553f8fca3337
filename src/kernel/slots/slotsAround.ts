import { CHILD, MAX_DEPTH, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { roundDown } from '../margins/roundOutward';
import { pushChildren } from './nodeQueue';

/** A walk of all slots of boxes or triangles whose bounds touch some bounds, in a scene's tree or a mesh's. They come one by one. */

// The layout of a walk in memory. The bounds are float32, relative to the tree's origin and rounded outward. A number per axis.
const MAX: usize = 0;
const MIN: usize = 12;
/** The address of the tree's nodes, and of the node that is being visited. */
const NODES: usize = 24;
const NODE: usize = 28;
/** The slots of that node that have not been returned yet, as bits. */
const SLOTS: usize = 32;
/** How many nodes are still to be visited, and these nodes. The next one is last. */
const COUNT: usize = 36;
const STACK: usize = 40;
export const SLOT_WALK_BYTES: i32 = <i32>STACK + (MAX_DEPTH * (WIDTH - 1) + WIDTH) * 4;

/**
 * Sets the bounds of a walk on an axis. No slot is lost by rounding: see prepareBox.
 *
 * @param walk the address of the walk.
 * @param axis the byte offset of the axis in float32.
 * @param min the least coordinate relative to the tree's origin. If it has overflowed, or is NaN, it excludes only empty slots.
 */
export function setWalkBounds(walk: usize, axis: usize, min: f64, max: f64): void {
  store<f32>(walk + axis, roundDown(max <= f64.MAX_VALUE ? max : f64.MAX_VALUE), MAX);
  store<f32>(walk + axis, -roundDown(-min <= f64.MAX_VALUE ? -min : f64.MAX_VALUE), MIN);
}

/** Begins a walk whose bounds are set. @param root the index of the node at which it begins. */
export function beginSlotsAround(walk: usize, nodes: usize, root: i32): void {
  store<u32>(walk, <u32>nodes, NODES);
  store<i32>(walk, 0, SLOTS);
  store<i32>(walk, 1, COUNT);
  store<i32>(walk, root, STACK);
}

/** Returns the address of the next slot, in no particular order, or 0 if there is none. */
export function nextSlotAround(walk: usize): usize {
  let slots = load<i32>(walk, SLOTS);
  if (slots == 0) {
    slots = visitNodes(walk);
    if (slots == 0) return 0;
  }
  store<i32>(walk, slots & (slots - 1), SLOTS);
  return <usize>load<u32>(walk, NODE) + (<usize>ctz(slots) << 2);
}

/** Visits nodes until one has slots of boxes or triangles that count. Returns these as bits, or 0 if no node has any. */
function visitNodes(walk: usize): i32 {
  const nodes = <usize>load<u32>(walk, NODES);
  const maxX = v128.load32_splat(walk, MAX);
  const maxY = v128.load32_splat(walk, MAX + 4);
  const maxZ = v128.load32_splat(walk, MAX + 8);
  const minX = v128.load32_splat(walk, MIN);
  const minY = v128.load32_splat(walk, MIN + 4);
  const minZ = v128.load32_splat(walk, MIN + 8);
  const stack = walk + STACK;
  let count = load<i32>(walk, COUNT);
  let slots = 0;
  let nodeAt: usize = 0;
  while (count > 0 && slots == 0) {
    count--;
    nodeAt = nodes + (<usize>load<i32>(stack + (<usize>count << 2)) << (NODE_SHIFT + 2));
    for (let shift = 0; shift < WIDTH; shift += 4) {
      const at = nodeAt + (<usize>shift << 2);
      const child = v128.load(at, CHILD * 4);
      const x = v128.and(f32x4.le(v128.load(at, MIN_X * 4), maxX), f32x4.ge(v128.load(at, MAX_X * 4), minX));
      const y = v128.and(f32x4.le(v128.load(at, MIN_Y * 4), maxY), f32x4.ge(v128.load(at, MAX_Y * 4), minY));
      const z = v128.and(f32x4.le(v128.load(at, MIN_Z * 4), maxZ), f32x4.ge(v128.load(at, MAX_Z * 4), minZ));
      const areTouched = v128.and(v128.and(x, y), z);
      // The child word of boxes and triangles is negative. So is the word of an empty slot, which touches no bounds.
      const isLeaf = i32x4.shr_s(child, 31);
      slots |= i32x4.bitmask(v128.and(areTouched, isLeaf)) << shift;
      count = pushChildren(stack, count, child, v128.andnot(areTouched, isLeaf));
    }
  }
  store<i32>(walk, count, COUNT);
  store<u32>(walk, <u32>nodeAt, NODE);
  return slots;
}
