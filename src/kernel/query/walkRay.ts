import { HIT_T, HIT_TRIANGLE, NO_HIT, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import {
  MAX_DEPTH,
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  DUPLICATES,
  WIDTH,
} from '../../bvh/layout/nodeLayout';
import { multiplyAdd, splatAxis } from '../lanes';
import {
  descents,
  farStarts,
  inverses,
  LARGEST,
  leaveSlack,
  limitOf,
  nearStarts,
  prepareRange,
  prepareRay,
  rangeEnd,
  rangeStart,
  ROUNDING,
} from '../margins/rayMargin';
import { comesBefore, recordAt } from '../boxes/boxStore';
import { guardReach, meetsTriangles } from '../margins/guardReach';
import { MET, MISSED } from '../margins/meshMargin';
import { masks, meshes, root, placeholders } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { hitSlotBox } from '../slots/slotBox';
import { addressOfNode } from '../tree/nodes';
import { firstNodeBelow } from '../tree/duplicates';
import { writeFace } from './faceNormal';
import { enterMesh, keepMet, MESH_RAY, metT, NO_TRIANGLE, writeMet } from '../meshes/meshRay';
import { walkMesh } from '../meshes/walkMesh';

/** Nodes and the t at which the ray enters each, 8 bytes a pair. Every level leaves at most seven for later. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);

/** The t at which the ray enters each slot of the current node. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/**
 * How many boxes a ray tests before it looks for runs of duplicates. Most rays test fewer, and to look at the marks of every node would
 * cost them a twentieth.
 */
const FEW: i32 = 64;

/** The address of the slot of the closest hit. */
let closestSlotAt: usize = 0;

/** Whether the closest hit is on a triangle: see walkMesh.ts. */
export let isTriangle: bool = false;

/** What a walk leaves for walkThoroughly: the node that it was in, the end of the stack, and the closest hit so far. */
let nodeAtLeft: usize = 0;
let topLeft: usize = 0;
let closestLeft: f64 = Infinity;
let closestIdLeft: i32 = NO_HIT;
const UNFINISHED: i32 = -3;

/** Keeps the reads of {@link touch} from being optimized away. */
export let touched: i32 = 0;

/** Finds the closest hit of RAY and its FACE, or any hit: see {@link castRay}. */
export function raycast(isAny: bool, hasMask: bool, mask: u32): i32 {
  prepareRange();
  const reach = meetsTriangles() ? guardReach() : 0;
  const id = castRay(isAny, hasMask, mask, hasMask, reach);
  if (!isAny && id >= 0) {
    if (isTriangle) {
      writeMet();
    } else {
      store<f64>(memoryBase, NO_TRIANGLE, HIT_TRIANGLE * 8);
      writeFace(closestSlotAt);
    }
  }
  return id;
}

/**
 * Finds the closest hit of RAY, or any hit. The range of RAY must be prepared.
 *
 * @param isAny whether any hit will do.
 * @param hasMask whether only boxes that share a bit with `mask` count.
 * @param opensRuns whether to visit every box of a run of duplicates. Otherwise, a run of duplicates may answer by its first box.
 * @param widenedReach how far a box that is widened for RAY may reach beyond its bounds.
 * @returns the id, NO_HIT, or NEEDS_FLOAT64. Leaves the t of the closest hit in HIT_T. Any box comes before any placeholder.
 */
export function castRay(isAny: bool, hasMask: bool, mask: u32, opensRuns: bool, widenedReach: f32): i32 {
  isTriangle = false;
  const hasMeshes = meetsTriangles();
  if (hasMeshes) {
    const mesh = onlyMesh();
    if (mesh != 0) return castAtOnly(mesh - 1, isAny, hasMask, mask);
  }
  if (!prepareRay(widenedReach)) return NEEDS_FLOAT64;
  nodeAtLeft = root;
  topLeft = STACK;
  closestLeft = Infinity;
  closestIdLeft = NO_HIT;
  if (!hasMeshes) {
    const most = opensRuns ? i32.MAX_VALUE : FEW;
    const found = walk(false, opensRuns, most, isAny, hasMask, mask);
    if (found != UNFINISHED) return found;
  }
  return walkThoroughly(opensRuns, isAny, hasMask, mask);
}

/** The number of the mesh, plus 1, of a scene that is a single instance. 0 if it is not. */
function onlyMesh(): u32 {
  const child = load<i32>(root, CHILD * 4);
  const isOnly = child < 0 && child != EMPTY && load<i32>(root, CHILD * 4 + 4) == EMPTY;
  return isOnly ? load<u32>(meshes + (<usize>~child << 2)) : 0;
}

/** Casts RAY at an instance. Returns MISSED, MET or NEEDS_FLOAT64. */
function castAt(mesh: u32, record: usize, isAny: bool, limit: f64): i32 {
  const entered = enterMesh(MESH_RAY, mesh, record, limit);
  return entered == MET ? walkMesh(MESH_RAY, isAny) : entered;
}

/** Casts RAY at the only instance of a scene. The walk of the mesh tests its bounds, so nothing else needs to be prepared. */
function castAtOnly(mesh: u32, isAny: bool, hasMask: bool, mask: u32): i32 {
  const id = ~load<i32>(root, CHILD * 4);
  store<f64>(memoryBase, Infinity, HIT_T * 8);
  if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) return NO_HIT;
  const answer = castAt(mesh, recordAt(load<u32>(root, CONTENT * 4)), isAny, Infinity);
  if (answer == NEEDS_FLOAT64) return NEEDS_FLOAT64;
  if (answer == MISSED) return NO_HIT;
  store<f64>(memoryBase, metT(MESH_RAY), HIT_T * 8);
  isTriangle = true;
  keepMet(MESH_RAY);
  return id;
}

/** Walks where there are instances, or ends a walk that has tested many boxes. */
function walkThoroughly(opensRuns: bool, isAny: bool, hasMask: bool, mask: u32): i32 {
  return walk(true, opensRuns, 0, isAny, hasMask, mask);
}

/**
 * The walk of bvh/query/walkRay.ts, with eight slots at a time. RAY must be prepared. For the parameters that are not
 * here, see {@link castRay}. Begins with what another walk has left.
 *
 * @param isThorough whether to know of runs of duplicates and of the triangles of instances. Known to the compiler, so there are two walks,
 *   and the faster one holds no code for either.
 * @param most how many boxes to test, unless thoroughly. If there are more, returns UNFINISHED.
 */
@inline
function walk(isThorough: bool, opensRuns: bool, most: i32, isAny: bool, hasMask: bool, mask: u32): i32 {
  const nearOffsetX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearOffsetY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearOffsetZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const farOffsetX: usize = <usize>((MIN_X + MAX_X) * 4) - nearOffsetX;
  const farOffsetY: usize = <usize>((MIN_Y + MAX_Y) * 4) - nearOffsetY;
  const farOffsetZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - nearOffsetZ;
  const nearStartX = splatAxis(nearStarts, 0);
  const nearStartY = splatAxis(nearStarts, 1);
  const nearStartZ = splatAxis(nearStarts, 2);
  const farStartX = splatAxis(farStarts, 0);
  const farStartY = splatAxis(farStarts, 1);
  const farStartZ = splatAxis(farStarts, 2);
  const inverseX = splatAxis(inverses, 0);
  const inverseY = splatAxis(inverses, 1);
  const inverseZ = splatAxis(inverses, 2);
  const slack = f32x4.splat(leaveSlack);
  const first = f32x4.splat(rangeStart);

  let closest = closestLeft;
  let closestId = closestIdLeft;
  let last = closestId == NO_HIT ? rangeEnd : limitOf(closest);
  let lasts = f32x4.splat(last);

  const hasMeshes = isThorough && meetsTriangles();
  const unmarked = i32x4.splat(opensRuns ? i32.MAX_VALUE : DUPLICATES - 1);
  const stack = STACK;
  const nears = NEARS;
  let top = topLeft;
  let nodeAt = nodeAtLeft;
  while (true) {
    const enterXLow = multiplyAdd(v128.load(nodeAt + nearOffsetX), inverseX, nearStartX);
    const enterYLow = multiplyAdd(v128.load(nodeAt + nearOffsetY), inverseY, nearStartY);
    const enterZLow = multiplyAdd(v128.load(nodeAt + nearOffsetZ), inverseZ, nearStartZ);
    const leaveXLow = multiplyAdd(v128.load(nodeAt + farOffsetX), inverseX, farStartX);
    const leaveYLow = multiplyAdd(v128.load(nodeAt + farOffsetY), inverseY, farStartY);
    const leaveZLow = multiplyAdd(v128.load(nodeAt + farOffsetZ), inverseZ, farStartZ);
    const enterLow = f32x4.pmax(f32x4.pmax(enterXLow, enterYLow), f32x4.pmax(enterZLow, first));
    const leaveLow = f32x4.pmin(f32x4.pmin(leaveXLow, leaveYLow), f32x4.pmin(leaveZLow, lasts));
    v128.store(nears, enterLow);
    const enterXHigh = multiplyAdd(v128.load(nodeAt + nearOffsetX, 16), inverseX, nearStartX);
    const enterYHigh = multiplyAdd(v128.load(nodeAt + nearOffsetY, 16), inverseY, nearStartY);
    const enterZHigh = multiplyAdd(v128.load(nodeAt + nearOffsetZ, 16), inverseZ, nearStartZ);
    const leaveXHigh = multiplyAdd(v128.load(nodeAt + farOffsetX, 16), inverseX, farStartX);
    const leaveYHigh = multiplyAdd(v128.load(nodeAt + farOffsetY, 16), inverseY, farStartY);
    const leaveZHigh = multiplyAdd(v128.load(nodeAt + farOffsetZ, 16), inverseZ, farStartZ);
    const enterHigh = f32x4.pmax(f32x4.pmax(enterXHigh, enterYHigh), f32x4.pmax(enterZHigh, first));
    const leaveHigh = f32x4.pmin(f32x4.pmin(leaveXHigh, leaveYHigh), f32x4.pmin(leaveZHigh, lasts));
    v128.store(nears, enterHigh, 16);
    const met = i32x4.bitmask(f32x4.le(enterLow, f32x4.mul(leaveLow, slack))) |
      (i32x4.bitmask(f32x4.le(enterHigh, f32x4.mul(leaveHigh, slack))) << 4);

    // The child word of a box is negative. A run of duplicates may be tested like a box.
    let childLow = v128.load(nodeAt, CHILD * 4);
    let childHigh = v128.load(nodeAt, CHILD * 4 + 16);
    if (isThorough) {
      childLow = v128.or(childLow, i32x4.gt_s(childLow, unmarked));
      childHigh = v128.or(childHigh, i32x4.gt_s(childHigh, unmarked));
    }
    const areBoxes = i32x4.bitmask(childLow) | (i32x4.bitmask(childHigh) << 4);

    let boxes = met & areBoxes;
    while (boxes != 0) {
      const nearAt = <usize>ctz(boxes) << 2;
      let slotAt = nodeAt + nearAt;
      boxes &= boxes - 1;
      let child = load<i32>(slotAt, CHILD * 4);
      if (isThorough) {
        if (child >= 0) {
          slotAt = addressOfNode(firstNodeBelow(child));
          child = load<i32>(slotAt, CHILD * 4);
        }
      } else if (--most < 0) {
        nodeAtLeft = nodeAt;
        topLeft = top;
        closestLeft = closest;
        closestIdLeft = closestId;
        return UNFINISHED;
      }
      const id = ~child;
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      if (isThorough && hasMeshes) {
        const mesh = load<u32>(meshes + (<usize>id << 2));
        if (mesh != 0) {
          // To enter a mesh takes long, and a hit may be closer now.
          if (load<f32>(nears + nearAt) > last) continue;
          const answer = castAt(mesh - 1, recordAt(load<u32>(slotAt, CONTENT * 4)), isAny, closest);
          if (answer == NEEDS_FLOAT64) return NEEDS_FLOAT64;
          const t = metT(MESH_RAY);
          if (answer == MISSED || (t == closest && !comesBefore(id, closestId))) continue;
          closest = t;
          closestId = id;
          isTriangle = true;
          keepMet(MESH_RAY);
          if (isAny) return id;
          last = limitOf(closest);
          lasts = f32x4.splat(last);
          continue;
        }
      }
      // A placeholder is met where the ray enters its slot. It is no hit, so whether there is any is still open.
      const isPlaceholder = id < placeholders;
      if (isPlaceholder && isAny) {
        closestId = id;
        continue;
      }
      const t = isPlaceholder ? entryAt(nears + nearAt) : hitSlotBox(slotAt);
      // A box with extreme numbers may be hit at t Infinity, the first value of `closest`. It comes before NO_HIT, so such a
      // hit counts, too.
      if (t < closest || (t == closest && comesBefore(id, closestId))) {
        closest = t;
        closestId = id;
        closestSlotAt = slotAt;
        if (isThorough) isTriangle = false;
        if (isAny) return id;
        last = limitOf(t);
        lasts = f32x4.splat(last);
      }
    }

    let children = met & ~areBoxes;
    if (children != 0) {
      const slotAt = nodeAt + (<usize>ctz(children) << 2);
      const child = load<i32>(slotAt, CHILD * 4);
      const near = load<f32>(nears + slotAt - nodeAt);
      children &= children - 1;
      if (children == 0) {
        if (near <= last) {
          nodeAt = addressOfNode(child);
          continue;
        }
      } else {
        // Most often there are two or three. Which is nearest cannot be foreseen, so they are put in order without a branch.
        // As float64 numbers, entries have the order of their t. Each pair of pmax and pmin makes the same comparison, so no
        // entry is lost, whatever its number.
        const nextAt = nodeAt + (<usize>ctz(children) << 2);
        children &= children - 1;
        let pair = v128.load32_lane(nears + slotAt - nodeAt, v128.load32_zero(slotAt, CHILD * 4), 1);
        pair = v128.load32_lane(nextAt, pair, 2, CHILD * 4);
        pair = v128.load32_lane(nears + nextAt - nodeAt, pair, 3);
        const swapped = v128.shuffle<i64>(pair, pair, 1, 0);
        const bottom = top;
        const farther = f64x2.pmax(pair, swapped);
        const nearer = f64x2.pmin(swapped, pair);
        if (children == 0) {
          v128.store(top, v128.shuffle<i64>(farther, nearer, 0, 2));
          top += 16;
        } else {
          const thirdAt = nodeAt + (<usize>ctz(children) << 2);
          children &= children - 1;
          const third = v128.load32_lane(nears + thirdAt - nodeAt, v128.load32_zero(thirdAt, CHILD * 4), 1);
          const middle = f64x2.pmax(nearer, third);
          v128.store64_lane(top, f64x2.pmax(farther, middle), 0);
          v128.store64_lane(top, f64x2.pmin(middle, farther), 0, 8);
          v128.store64_lane(top, f64x2.pmin(third, nearer), 0, 16);
          top += 24;
        }
        while (children != 0) {
          const slotAt = nodeAt + (<usize>ctz(children) << 2);
          children &= children - 1;
          const near = load<f32>(nears + slotAt - nodeAt);
          // Insertion keeps the nearest node on top.
          let at = top;
          top += 8;
          while (at > bottom && load<f32>(at - 4) < near) {
            store<u64>(at, load<u64>(at - 8));
            at -= 8;
          }
          store<i32>(at, load<i32>(slotAt, CHILD * 4));
          store<f32>(at, near, 4);
        }
        touch(load<i32>(top - 16));
      }
    }
    do {
      if (top == stack) {
        store<f64>(memoryBase, closest, HIT_T * 8);
        return closestId;
      }
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = addressOfNode(load<i32>(top));
  }
}

/**
 * Where a ray with this `near` may hit something in a slot at the earliest: a slot is entered up to 5ε later than that (see
 * rayMargin.ts). A line has no beginning.
 */
export function entryAt(nearAt: usize): f64 {
  const near = load<f32>(nearAt);
  return near > -LARGEST ? <f64>near - <f64>(abs(near) * ROUNDING) - 1e-38 : -Infinity;
}

/** Reads the four cache lines of a node that is needed soon. They then arrive while the nearest node is tested. */
function touch(node: i32): void {
  const nodeAt = addressOfNode(node);
  touched = load<i32>(nodeAt) | load<i32>(nodeAt, 64) | load<i32>(nodeAt, 128) | load<i32>(nodeAt, 192);
}
