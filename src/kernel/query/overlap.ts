import { EXTENT, MAGNITUDE, NO_ROOM, ORIGIN, SET_BOXES, SHAPE, SLABS, UNTAMED } from '../../bvh/layout/kernelLayout';
import {
  CHILD,
  CONTENT,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  OBB,
  WIDTH,
} from '../../bvh/layout/nodeLayout';
import { FOUND, UNDECIDED } from '../../bvh/layout/setBits';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../../bvh/layout/slabLayout';
import { FRAME_STRIDE } from '../../primitives/flat/frameLayout';
import { AABB_SHAPE, OBB_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/shapeKind';
import { BOX_BOUNDS, kindOf, readSlotBox } from '../boxes/worldBounds';
import { alongNormal } from '../margins/planeMargin';
import { coarsest } from '../margins/rayMargin';
import { roundDown } from '../margins/roundOutward';
import { nodes } from '../memory/boundScene';
import { exchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { distanceToSlotBox, NOT_TAME } from '../primitives/query/closestPoint';
import { framesOverlap, writeFrame } from '../primitives/query/separatingAxes';
import { pushChildren, touchNodes } from './nodeQueue';
import { sumOf } from '../lanes';

/** The frame of the box that is tested. */
const FRAME: usize = memoryBase + memory.data(FRAME_STRIDE * 8, 16);

/**
 * SHAPE for tests against node bounds, a float32 an axis. A slot is met where its min is not greater than the first, and its
 * max not less than the second; and held where its min is greater than the third, and its max less than the fourth. Of a
 * sphere, the first two are its centre plus and less a pad.
 */
const MEET_MAX: usize = memoryBase + memory.data(12, 16);
const MEET_MIN: usize = memoryBase + memory.data(12, 16);
const HOLD_MIN: usize = memoryBase + memory.data(12, 16);
const HOLD_MAX: usize = memoryBase + memory.data(12, 16);
/** Of an OBB, its slabs: the numbers of slabLayout, in float32. */
const SLAB_BYTES: usize = SLAB_STRIDE * 4;
const SLAB_BOUNDS: usize = memoryBase + memory.data(3 * 7 * 4, 16);
/** Squares of distances, of a sphere: farther is outside, nearer is inside. */
let outsideSquare: f32 = 0;
let insideSquare: f32 = 0;

/**
 * Finds the boxes that overlap SHAPE, a box's frame, or a sphere's centre, which is POINT too, and radius: bvh/query/overlap.ts, four
 * slots at a time.
 *
 * @param opened where the opened nodes' indices go, and `found` the bits of the set: `capacity` words each.
 * @returns how many nodes were opened, NO_ROOM for them, or UNTAMED.
 */
export function overlap(kind: i32, opened: usize, found: usize, capacity: i32): i32 {
  const isSphere = kind == SPHERE_SHAPE;
  if (isSphere) {
    if (!prepareSphere()) return UNTAMED;
  } else {
    prepareBounds();
    if (kind == OBB_SHAPE && !prepareSlabs()) return UNTAMED;
  }
  const meetMaxX = v128.load32_splat(MEET_MAX);
  const meetMaxY = v128.load32_splat(MEET_MAX, 4);
  const meetMaxZ = v128.load32_splat(MEET_MAX, 8);
  const meetMinX = v128.load32_splat(MEET_MIN);
  const meetMinY = v128.load32_splat(MEET_MIN, 4);
  const meetMinZ = v128.load32_splat(MEET_MIN, 8);
  const holdMinX = v128.load32_splat(HOLD_MIN);
  const holdMinY = v128.load32_splat(HOLD_MIN, 4);
  const holdMinZ = v128.load32_splat(HOLD_MIN, 8);
  const holdMaxX = v128.load32_splat(HOLD_MAX);
  const holdMaxY = v128.load32_splat(HOLD_MAX, 4);
  const holdMaxZ = v128.load32_splat(HOLD_MAX, 8);
  const outside = f32x4.splat(outsideSquare);
  const inside = f32x4.splat(insideSquare);
  // Bounds that are a box itself, and have not been moved to an origin, decide like the box does.
  const selfLimit = i32x4.splat(
    kind == AABB_SHAPE && exchanged(ORIGIN) == 0 && exchanged(ORIGIN + 1) == 0 && exchanged(ORIGIN + 2) == 0 ? 1 << 30 : 0,
  );
  const radius = load<f64>(memoryBase, (SHAPE + 3) * 8);
  const zero = f32x4.splat(0);
  let below = i32x4.splat(0);
  let boxes = 0;
  let undecided = 0;
  let touched = 0;
  let count = 1;
  store<i32>(opened, 0);
  for (let next = 0; next < count; next++) {
    if (count + WIDTH > capacity) return NO_ROOM;
    if (next == touched) touched = touchNodes(opened, next, count);
    const node = nodes + (<usize>load<i32>(opened + (<usize>next << 2)) << (NODE_SHIFT + 2));
    let set = 0;
    let unsure = 0;
    for (let shift = 0; shift < 8; shift += 4) {
      const at = node + (<usize>shift << 2);
      const minX = v128.load(at, MIN_X * 4);
      const minY = v128.load(at, MIN_Y * 4);
      const minZ = v128.load(at, MIN_Z * 4);
      const maxX = v128.load(at, MAX_X * 4);
      const maxY = v128.load(at, MAX_Y * 4);
      const maxZ = v128.load(at, MAX_Z * 4);
      const child = v128.load(at, CHILD * 4);
      const content = v128.load(at, CONTENT * 4);
      let isMet: v128;
      let isHeld: v128;
      if (isSphere) {
        const nearX = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minX, meetMaxX), f32x4.sub(meetMinX, maxX)));
        const nearY = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minY, meetMaxY), f32x4.sub(meetMinY, maxY)));
        const nearZ = f32x4.pmax(zero, f32x4.pmax(f32x4.sub(minZ, meetMaxZ), f32x4.sub(meetMinZ, maxZ)));
        const farX = f32x4.pmax(f32x4.sub(maxX, meetMinX), f32x4.sub(meetMaxX, minX));
        const farY = f32x4.pmax(f32x4.sub(maxY, meetMinY), f32x4.sub(meetMaxY, minY));
        const farZ = f32x4.pmax(f32x4.sub(maxZ, meetMinZ), f32x4.sub(meetMaxZ, minZ));
        isMet = f32x4.le(sumOfSquares(nearX, nearY, nearZ), outside);
        isHeld = v128.and(isMet, f32x4.lt(sumOfSquares(farX, farY, farZ), inside));
      } else {
        isMet = v128.and(
          v128.and(
            v128.and(f32x4.le(minX, meetMaxX), f32x4.ge(maxX, meetMinX)),
            v128.and(f32x4.le(minY, meetMaxY), f32x4.ge(maxY, meetMinY)),
          ),
          v128.and(f32x4.le(minZ, meetMaxZ), f32x4.ge(maxZ, meetMinZ)),
        );
        isHeld = v128.and(
          v128.and(
            v128.and(f32x4.gt(minX, holdMinX), f32x4.lt(maxX, holdMaxX)),
            v128.and(f32x4.gt(minY, holdMinY), f32x4.lt(maxY, holdMaxY)),
          ),
          v128.and(f32x4.gt(minZ, holdMinZ), f32x4.lt(maxZ, holdMaxZ)),
        );
        isHeld = v128.and(isMet, isHeld);
        if (kind == OBB_SHAPE) {
          for (let slab = SLAB_BOUNDS; slab < SLAB_BOUNDS + 3 * SLAB_BYTES; slab += SLAB_BYTES) {
            const lowX: usize = load<f32>(slab) > 0 ? MIN_X * 4 : MAX_X * 4;
            const lowY: usize = load<f32>(slab, 4) > 0 ? MIN_Y * 4 : MAX_Y * 4;
            const lowZ: usize = load<f32>(slab, 8) > 0 ? MIN_Z * 4 : MAX_Z * 4;
            const highX = at + <usize>((MIN_X + MAX_X) * 4) - lowX;
            const highY = at + <usize>((MIN_Y + MAX_Y) * 4) - lowY;
            const highZ = at + <usize>((MIN_Z + MAX_Z) * 4) - lowZ;
            const normalX = v128.load32_splat(slab);
            const normalY = v128.load32_splat(slab, 4);
            const normalZ = v128.load32_splat(slab, 8);
            const lowest = alongNormal(normalX, normalY, normalZ, at + lowX, at + lowY, at + lowZ);
            const highest = alongNormal(normalX, normalY, normalZ, highX, highY, highZ);
            // Not a number where an unbounded box meets a zero: then no comparison holds.
            const isBeyond = v128.or(
              f32x4.gt(lowest, v128.load32_splat(slab, HIGH_OUTSIDE * 4)),
              f32x4.lt(highest, v128.load32_splat(slab, LOW_OUTSIDE * 4)),
            );
            const isBetween = v128.and(
              f32x4.gt(lowest, v128.load32_splat(slab, LOW_INSIDE * 4)),
              f32x4.lt(highest, v128.load32_splat(slab, HIGH_INSIDE * 4)),
            );
            isMet = v128.andnot(isMet, isBeyond);
            isHeld = v128.and(isHeld, isBetween);
          }
        }
      }
      // A box's child word is negative; no empty slot is met.
      const isBox = i32x4.shr_s(child, 31);
      const isSelf = v128.and(v128.and(isMet, isBox), i32x4.lt_u(content, selfLimit));
      const isFound = v128.or(isHeld, isSelf);
      const isOpen = v128.andnot(isMet, isFound);
      below = i32x4.add(below, v128.andnot(v128.and(content, isHeld), isBox));
      set |= i32x4.bitmask(isFound) << shift;
      boxes += popcnt(i32x4.bitmask(v128.and(isFound, isBox)));
      unsure |= i32x4.bitmask(v128.and(isOpen, isBox)) << shift;
      count = pushChildren(opened, count, child, v128.andnot(isOpen, isBox));
    }
    undecided |= unsure;
    store<i32>(found + (<usize>next << 2), (set << FOUND) | (unsure << UNDECIDED));
  }
  boxes += sumOf(below);
  if (undecided != 0) {
    for (let i: usize = 0; i < <usize>count; i++) {
      let words = load<u32>(found + (i << 2));
      for (let bits = words >>> UNDECIDED; bits != 0; bits &= bits - 1) {
        const slot = ctz(bits);
        const node = nodes + (<usize>load<i32>(opened + (i << 2)) << (NODE_SHIFT + 2));
        const place = node + (<usize>slot << 2);
        if (isSphere) {
          const distance = distanceToSlotBox(place, radius);
          if (distance == NOT_TAME) return UNTAMED;
          if (distance > radius) continue;
        } else if (!overlapsSlotBox(kind, place)) continue;
        words |= 1 << (FOUND + slot);
        boxes++;
      }
      store<u32>(found + (i << 2), words);
    }
  }
  store<f64>(memoryBase, boxes, SET_BOXES * 8);
  return count;
}

function sumOfSquares(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

/**
 * Writes the bounds of the box in SHAPE, to be compared as bvh/slots/boxShapeBounds.ts does: a float32 is greater than a number
 * where it is greater than the number rounded down, and less where it is less than the number rounded up.
 */
function prepareBounds(): void {
  for (let k: usize = 0; k < 3; k++) {
    const number = memoryBase + ((<usize>SHAPE + k) << 3);
    const origin = load<f64>(memoryBase + (k << 3), ORIGIN * 8);
    // What is not a number bounds nothing; an empty slot's infinite bounds are still beyond it.
    let min = load<f64>(number) - origin;
    let max = load<f64>(number, 24) - origin;
    if (!(min >= -f64.MAX_VALUE)) min = -f64.MAX_VALUE;
    if (!(max <= f64.MAX_VALUE)) max = f64.MAX_VALUE;
    store<f32>(MEET_MAX + (k << 2), roundDown(max));
    store<f32>(MEET_MIN + (k << 2), -roundDown(-min));
    store<f32>(HOLD_MIN + (k << 2), roundDown(min));
    store<f32>(HOLD_MAX + (k << 2), -roundDown(-max));
  }
}

/**
 * Writes the slabs of the OBB in SHAPE as float32. With ε = 2^-24 and s = Σ|normal|·extent, rounding the normal takes εs, and
 * the products and their sum 3εs, as all bounds lie within the extent, or are widened by far more than they are rounded; a
 * limit ε of itself. The limits are moved by 8ε of both, and a little for what underflows. The normal's longest component is
 * made 1.
 *
 * @returns whether the sizes are such that nothing overflows, and the margins small enough for float32 to tell as much as
 *   float64 does.
 */
function prepareSlabs(): bool {
  for (let i: usize = 0; i < 3; i++) {
    const slab = memoryBase + SLABS * 8 + i * (SLAB_STRIDE * 8);
    const out = SLAB_BOUNDS + i * SLAB_BYTES;
    const longest = max(max(abs(load<f64>(slab)), abs(load<f64>(slab, 8))), abs(load<f64>(slab, 16)));
    let sum: f64 = 0;
    let largest: f64 = 0;
    for (let k: usize = 0; k < 3; k++) {
      const normal = load<f64>(slab + (k << 3)) / longest;
      const extent = load<f64>(memoryBase + (k << 3), EXTENT * 8);
      store<f32>(out + (k << 2), <f32>normal);
      sum += abs(normal) * extent;
      largest = max(largest, extent);
    }
    for (let limit: usize = LOW_OUTSIDE; limit <= <usize>HIGH_OUTSIDE; limit++) {
      const value = load<f64>(slab + (limit << 3)) / longest;
      const margin = (sum + abs(value)) * 4.76837158203125e-7 + largest * 1e-30 + 1e-36;
      if (!(abs(value) + sum + largest <= 1e30) || margin > <f64>coarsest) return false;
      const isUp = limit == HIGH_OUTSIDE || limit == LOW_INSIDE;
      store<f32>(out + (limit << 2), <f32>(isUp ? value + margin : value - margin));
    }
  }
  return true;
}

/** Sizes of a sphere for which no float32 below over- or underflows where it matters. */
const LARGE: f64 = 1e15;
const SMALL: f64 = 1e-15;

/**
 * Writes the origins of the sphere in SHAPE, and the squares: see bvh/slots/sphereBounds.ts. What is rounded in float64 stays
 * within 32uM an axis, u = 2^-53. With ε = 2^-24, rounding an origin x to float32 takes ε|x|, of the pad's 4ε|x|; the
 * differences, squares and sums take 6ε of the square, of its 32ε, and a little where they underflow. A square that
 * overflows is beyond any of a sphere's.
 *
 * @returns whether the sizes are such, and the pads small enough for float32 to tell as much as float64 does.
 */
function prepareSphere(): bool {
  const radius = load<f64>(memoryBase, (SHAPE + 3) * 8);
  if (!(radius <= LARGE) || (radius > 0 && radius < SMALL)) return false;
  for (let k: usize = 0; k < 3; k++) {
    const center = load<f64>(memoryBase + (k << 3), SHAPE * 8);
    const x = center - load<f64>(memoryBase + (k << 3), ORIGIN * 8);
    const pad =
      abs(x) * 2.384185791015625e-7 +
      (abs(center) + load<f64>(memoryBase + (k << 3), MAGNITUDE * 8)) * 3.552713678800501e-15 +
      1e-38;
    if (!(abs(x) + pad <= LARGE) || pad > <f64>coarsest) return false;
    store<f32>(MEET_MAX + (k << 2), <f32>(x + pad));
    store<f32>(MEET_MIN + (k << 2), <f32>(x - pad));
  }
  const square = radius * radius;
  outsideSquare = <f32>(square + square * 1.9073486328125e-6 + 1e-36);
  insideSquare = <f32>(square - square * 1.9073486328125e-6 - 1e-36);
  return true;
}

/** Whether the box in SHAPE overlaps that in a slot: the exact tests, operation by operation those of primitives/overlaps.ts. */
function overlapsSlotBox(kind: i32, slot: usize): bool {
  const record = readSlotBox(slot);
  const isObb = kindOf(load<u32>(slot, CONTENT * 4)) == OBB;
  if (isObb || kind == OBB_SHAPE) {
    writeFrame(isObb ? record : 0, FRAME);
    return framesOverlap(memoryBase + SHAPE * 8, FRAME);
  }
  for (let at: usize = 0; at < 24; at += 8) {
    const min = load<f64>(BOX_BOUNDS + at);
    const max = load<f64>(BOX_BOUNDS + at, 24);
    if (load<f64>(memoryBase + SHAPE * 8 + at) > max || min > load<f64>(memoryBase + SHAPE * 8 + at, 24)) return false;
  }
  return true;
}
