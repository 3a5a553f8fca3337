import { HIT_T, NO_HIT, RUNNER_UP, UNTAMED } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import {
  CHILD,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  WIDTH,
} from '../../bvh/layout/nodeLayout';
import {
  descents,
  farOrigins,
  inverses,
  LARGEST,
  limitOf,
  nearOrigins,
  prepareRange,
  prepareRay,
  rangeEnd,
  rangeStart,
  setWidenedReach,
} from '../margins/rayMargin';
import { masks, nodes } from '../memory/boundScene';
import { memoryBase } from '../memory/host';
import { slabHit } from '../primitives/query/slabs';
import { writeFace } from './faceNormal';

/** Nodes and the t at which the ray enters them, 8 bytes a pair: each level leaves at most seven for later. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);

/** The t at which the ray enters each slot of the node at hand. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** The slot of the closest hit. */
let closestSlot: usize = 0;

/** Of a box that is looked for: it comes after this t, or at it with a larger id. */
let afterT: f64 = -Infinity;
let afterId: i32 = -1;
/** How much farther than the closest box others are looked for, at least: absolute, and relative to its t. */
let grace: f32 = 0;
let relativeGrace: f32 = 0;

/**
 * The closest hit of RAY after another, for those who want one box after the other, by t and among equal ones by id. What
 * comes after it is left in RUNNER_UP: its t where that is no farther than the grace from the closest one's, and else that
 * or any that is larger.
 *
 * @param widened how far beyond its bounds a box may reach that is widened for RAY.
 */
export function raycastAfter(
  t: f64,
  id: i32,
  absolute: f32,
  relative: f32,
  widened: f32,
  hasMask: bool,
  mask: u32,
): i32 {
  afterT = t;
  afterId = id;
  // Twice as far, for what is rounded on the way.
  grace = 2 * absolute;
  relativeGrace = 2 * relative;
  setWidenedReach(widened);
  prepareRange();
  const found = castRay(false, hasMask, mask);
  afterT = -Infinity;
  afterId = -1;
  grace = 0;
  relativeGrace = 0;
  setWidenedReach(0);
  return found;
}

/** The closest hit of RAY, with its FACE, or any: see {@link castRay}. */
export function raycast(isAny: bool, hasMask: bool, mask: u32): i32 {
  prepareRange();
  const id = castRay(isAny, hasMask, mask);
  if (!isAny && id >= 0) writeFace(closestSlot);
  return id;
}

/**
 * The closest hit of RAY, or any at all: the walk of bvh/query/walkRay.ts, eight slots at a time. Its range must be prepared.
 *
 * @param isAny whether any hit will do.
 * @param hasMask whether only boxes count that share a bit with `mask`.
 * @returns the id, NO_HIT, or UNTAMED; the closest hit's t is left in HIT_T.
 */
export function castRay(isAny: bool, hasMask: bool, mask: u32): i32 {
  if (!prepareRay()) return UNTAMED;
  const nearOffsetX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearOffsetY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearOffsetZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const farOffsetX: usize = <usize>((MIN_X + MAX_X) * 4) - nearOffsetX;
  const farOffsetY: usize = <usize>((MIN_Y + MAX_Y) * 4) - nearOffsetY;
  const farOffsetZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - nearOffsetZ;
  const nearX = splatLane(nearOrigins, 0);
  const nearY = splatLane(nearOrigins, 1);
  const nearZ = splatLane(nearOrigins, 2);
  const farX = splatLane(farOrigins, 0);
  const farY = splatLane(farOrigins, 1);
  const farZ = splatLane(farOrigins, 2);
  const inverseX = splatLane(inverses, 0);
  const inverseY = splatLane(inverses, 1);
  const inverseZ = splatLane(inverses, 2);
  const first = f32x4.splat(rangeStart);
  let last = rangeEnd;
  let lasts = f32x4.splat(last);

  let closest: f64 = Infinity;
  let closestId = NO_HIT;
  let runnerUp: f64 = Infinity;
  const stack = STACK;
  const nears = NEARS;
  let top = stack;
  let node: usize = nodes;
  while (true) {
    const enterXLow = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetX), nearX), inverseX);
    const enterYLow = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetY), nearY), inverseY);
    const enterZLow = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetZ), nearZ), inverseZ);
    const leaveXLow = f32x4.mul(f32x4.sub(v128.load(node + farOffsetX), farX), inverseX);
    const leaveYLow = f32x4.mul(f32x4.sub(v128.load(node + farOffsetY), farY), inverseY);
    const leaveZLow = f32x4.mul(f32x4.sub(v128.load(node + farOffsetZ), farZ), inverseZ);
    const enterLow = f32x4.pmax(f32x4.pmax(enterXLow, enterYLow), f32x4.pmax(enterZLow, first));
    const leaveLow = f32x4.pmin(f32x4.pmin(leaveXLow, leaveYLow), f32x4.pmin(leaveZLow, lasts));
    v128.store(nears, enterLow);
    const enterXHigh = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetX, 16), nearX), inverseX);
    const enterYHigh = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetY, 16), nearY), inverseY);
    const enterZHigh = f32x4.mul(f32x4.sub(v128.load(node + nearOffsetZ, 16), nearZ), inverseZ);
    const leaveXHigh = f32x4.mul(f32x4.sub(v128.load(node + farOffsetX, 16), farX), inverseX);
    const leaveYHigh = f32x4.mul(f32x4.sub(v128.load(node + farOffsetY, 16), farY), inverseY);
    const leaveZHigh = f32x4.mul(f32x4.sub(v128.load(node + farOffsetZ, 16), farZ), inverseZ);
    const enterHigh = f32x4.pmax(f32x4.pmax(enterXHigh, enterYHigh), f32x4.pmax(enterZHigh, first));
    const leaveHigh = f32x4.pmin(f32x4.pmin(leaveXHigh, leaveYHigh), f32x4.pmin(leaveZHigh, lasts));
    v128.store(nears, enterHigh, 16);
    const met = i32x4.bitmask(f32x4.le(enterLow, leaveLow)) | (i32x4.bitmask(f32x4.le(enterHigh, leaveHigh)) << 4);
    // A box's child word is negative.
    const areBoxes = i32x4.bitmask(v128.load(node, CHILD * 4)) | (i32x4.bitmask(v128.load(node, CHILD * 4 + 16)) << 4);

    let boxes = met & areBoxes;
    while (boxes != 0) {
      const slot = node + (<usize>ctz(boxes) << 2);
      boxes &= boxes - 1;
      const id = ~load<i32>(slot, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      const t = slabHit(slot);
      // NO_HIT is above every id, as a box of wild numbers may be hit at Infinity.
      if (t < closest || (t == closest && <u32>id < <u32>closestId)) {
        if (t < afterT || (t == afterT && id <= afterId)) continue;
        runnerUp = closest;
        closest = t;
        closestId = id;
        closestSlot = slot;
        if (isAny) return id;
        last = limitOf(t);
        last = min(last + (grace + abs(last) * relativeGrace), LARGEST);
        lasts = f32x4.splat(last);
      } else if (t < runnerUp) {
        runnerUp = t;
      }
    }

    let children = met & ~areBoxes;
    if (children != 0) {
      const slot = node + (<usize>ctz(children) << 2);
      const child = load<i32>(slot, CHILD * 4);
      const near = load<f32>(nears + slot - node);
      children &= children - 1;
      if (children == 0) {
        if (near <= last) {
          node = nodes + (<usize>child << (NODE_SHIFT + 2));
          continue;
        }
      } else {
        const bottom = top;
        store<i32>(top, child);
        store<f32>(top, near, 4);
        top += 8;
        do {
          const slot = node + (<usize>ctz(children) << 2);
          children &= children - 1;
          const near = load<f32>(nears + slot - node);
          // Insertion keeps the nearest on top.
          let at = top;
          top += 8;
          while (at > bottom && load<f32>(at - 4) < near) {
            store<u64>(at, load<u64>(at - 8));
            at -= 8;
          }
          store<i32>(at, load<i32>(slot, CHILD * 4));
          store<f32>(at, near, 4);
        } while (children != 0);
      }
    }
    do {
      if (top == stack) {
        store<f64>(memoryBase, closest, HIT_T * 8);
        store<f64>(memoryBase, runnerUp, RUNNER_UP * 8);
        return closestId;
      }
      top -= 8;
    } while (load<f32>(top, 4) > last);
    node = nodes + (<usize>load<i32>(top) << (NODE_SHIFT + 2));
  }
}

function splatLane(lanes: v128, lane: i32): v128 {
  if (lane == 0) return v128.shuffle<i32>(lanes, lanes, 0, 0, 0, 0);
  return lane == 1 ? v128.shuffle<i32>(lanes, lanes, 1, 1, 1, 1) : v128.shuffle<i32>(lanes, lanes, 2, 2, 2, 2);
}
