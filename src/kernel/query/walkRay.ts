import { HIT_T, NO_HIT, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, CONTENT, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, DUPLICATES, WIDTH } from '../../bvh/layout/nodeLayout';
import { splatAxis } from '../lanes';
import { isSingle, pushChildren } from '../slots/childOrder';
import { leafSlots, testSlots } from '../slots/raySlots';
import { descents, farStarts, inverses, LARGEST, leaveSlack, limitOf, nearStarts, prepareRay, rangeEnd, rangeStart, ROUNDING } from '../margins/rayMargin';
import { comesBefore, recordAt } from '../boxes/boxStore';
import { meetsTriangles } from '../margins/guardReach';
import { HIT, MISS } from '../margins/meshMargin';
import { masks, meshes, root, placeholders } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { hitSlotBox } from '../slots/slotBox';
import { addressOfNode } from '../tree/nodes';
import { firstNodeBelow } from '../tree/duplicates';
import { enterMesh, saveBest, MESH_RAY, closestT } from '../meshes/meshRay';
import { walkMesh } from '../meshes/walkMesh';

/**
 * A stack of nodes, each with the t at which the ray enters it, 8 bytes a pair. Each level of the tree pushes at most
 * seven.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);

/** The t at which the ray enters each slot of the current node. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/**
 * How many boxes a ray tests before the walk checks for runs of duplicates, which are subtrees of equal boxes. Most
 * rays test fewer boxes, and checking the marks of every node costs 5%.
 */
const FEW: i32 = 64;

/** The address of the slot of the ray's closest hit. */
export let closestSlotAt: usize = 0;

/** Whether the ray's closest hit is on a triangle of an instance. */
export let isTriangle: bool = false;

/**
 * The state of an unfinished walk of a ray, for walkThoroughly: its node, the top of the stack, and the closest hit.
 */
let nodeAtLeft: usize = 0;
let topLeft: usize = 0;
let closestLeft: f64 = Infinity;
let closestIdLeft: i32 = NO_HIT;
const UNFINISHED: i32 = -3;

/** Receives the words that {@link touch} reads, which keeps the compiler from removing the reads. */
export let touched: i32 = 0;

/**
 * Finds the closest hit of RAY, or any hit. The range of RAY must be prepared.
 *
 * Calls prepareRay, which leaves the ray for tests of slots in variables of margins/rayMargin.ts: `nearStarts`,
 * `farStarts`, `inverses` and `descents`. Leaves the slot of the closest hit in {@link closestSlotAt}, and whether it is on
 * a triangle in {@link isTriangle}.
 *
 * @param isAny whether the walk may end at any hit.
 * @param hasMask whether only boxes that share a bit with `mask` count.
 * @param opensRuns whether to test every box of a run of duplicates. Otherwise, only the first box of a run may be
 *   tested.
 * @param widenedReach how far a box that is widened for RAY may reach beyond its bounds.
 * @returns the id of the box that is hit, NO_HIT, or NEEDS_FLOAT64. Writes the t of the closest hit to HIT_T. A search
 *   for any hit prefers boxes to placeholders.
 */
export function walkRay(isAny: bool, hasMask: bool, mask: u32, opensRuns: bool, widenedReach: f32): i32 {
  isTriangle = false;
  const hasMeshes = meetsTriangles();
  if (hasMeshes) {
    const mesh = onlyMesh();
    if (mesh != 0) return castAtOnly(mesh - 1, isAny, hasMask, mask);
  }
  if (!prepareRay(f32x4.splat(widenedReach))) return NEEDS_FLOAT64;
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

/** Returns the number of the mesh, plus 1, of the scene's only box if that box is an instance. Otherwise returns 0. */
function onlyMesh(): u32 {
  const child = load<i32>(root, CHILD * 4);
  const isOnly = child < 0 && child != EMPTY && load<i32>(root, CHILD * 4 + 4) == EMPTY;
  return isOnly ? load<u32>(meshes + (<usize>~child << 2)) : 0;
}

/** Casts RAY at the mesh of an instance. Returns MISS, HIT or NEEDS_FLOAT64. */
function castAtInstance(mesh: u32, record: usize, isAny: bool, limit: f64): i32 {
  const entered = enterMesh(MESH_RAY, mesh, record, limit);
  return entered == HIT ? walkMesh(MESH_RAY, isAny) : entered;
}

/**
 * Casts RAY at the only instance of a scene. The walk of the mesh tests the bounds of the mesh, so RAY need not be
 * prepared for the tree of the scene.
 */
function castAtOnly(mesh: u32, isAny: bool, hasMask: bool, mask: u32): i32 {
  const id = ~load<i32>(root, CHILD * 4);
  store<f64>(memoryBase, Infinity, HIT_T * 8);
  if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) return NO_HIT;
  const answer = castAtInstance(mesh, recordAt(load<u32>(root, CONTENT * 4)), isAny, Infinity);
  if (answer == NEEDS_FLOAT64) return NEEDS_FLOAT64;
  if (answer == MISS) return NO_HIT;
  store<f64>(memoryBase, closestT(MESH_RAY), HIT_T * 8);
  isTriangle = true;
  saveBest(MESH_RAY);
  return id;
}

/**
 * Casts RAY at an instance. Returns HIT, and saves the triangle, if the hit is closer than the ray's closest hit so
 * far, or as close with a smaller global id. Otherwise returns MISS or NEEDS_FLOAT64.
 */
function castCloser(mesh: u32, slotAt: usize, id: i32, isAny: bool, closest: f64, closestId: i32): i32 {
  const answer = castAtInstance(mesh, recordAt(load<u32>(slotAt, CONTENT * 4)), isAny, closest);
  if (answer != HIT) return answer;
  if (closestT(MESH_RAY) == closest && !comesBefore(id, closestId)) return MISS;
  isTriangle = true;
  saveBest(MESH_RAY);
  return HIT;
}

/** Walks the tree of a scene with instances, or continues the walk of a ray that has tested many boxes. */
function walkThoroughly(opensRuns: bool, isAny: bool, hasMask: bool, mask: u32): i32 {
  return walk(true, opensRuns, 0, isAny, hasMask, mask);
}

/**
 * Casts RAY at the scene by the walk of bvh/query/walkRay.ts, with eight slots at a time, from the state of an
 * unfinished walk. RAY must be prepared. The other parameters are described at {@link walkRay}.
 *
 * @param isThorough whether to handle runs of duplicates and the triangles of instances. Callers pass a constant and
 *   the walk is inlined, so the compiler makes two walks, and the faster walk has no code for runs and triangles.
 * @param most how many boxes to test at most if not thorough. If the ray enters more slots with boxes, the walk stops
 *   and returns UNFINISHED.
 */
@inline
function walk(isThorough: bool, opensRuns: bool, most: i32, isAny: bool, hasMask: bool, mask: u32): i32 {
  const nearX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
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
    const entered = testSlots(
      nodeAt, nears, nearX, nearY, nearZ, inverseX, inverseY, inverseZ,
      nearStartX, nearStartY, nearStartZ, farStartX, farStartY, farStartZ,
      first, lasts, true, slack,
    );
    const areBoxes = isThorough ? boxesAndRuns(nodeAt, unmarked) : leafSlots(nodeAt);

    let boxes = entered & areBoxes;
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
          // Entering a mesh is slow, so the slot's `near` is compared again: hits since the test of the slot may
          // exclude the mesh.
          if (load<f32>(nears + nearAt) > last) continue;
          const answer = castCloser(mesh - 1, slotAt, id, isAny, closest, closestId);
          if (answer == NEEDS_FLOAT64) return NEEDS_FLOAT64;
          if (answer == MISS) continue;
          closest = closestT(MESH_RAY);
          closestId = id;
          if (isAny) return id;
          last = limitOf(closest);
          lasts = f32x4.splat(last);
          continue;
        }
      }
      // The t of a placeholder is the t at which the ray enters its slot. A placeholder is not a hit, so a search for
      // any hit continues.
      const isPlaceholder = id < placeholders;
      if (isPlaceholder && isAny) {
        closestId = id;
        continue;
      }
      const t = isPlaceholder ? entryAt(nears + nearAt) : hitSlotBox(slotAt);
      // A box with extreme numbers may be hit at t Infinity, the first value of `closest`. The hit counts, because the
      // box comes before NO_HIT.
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

    const children = entered & ~areBoxes;
    if (children != 0) {
      if (isSingle(children)) {
        const slot = <usize>ctz(children) << 2;
        if (load<f32>(nears + slot) <= last) {
          nodeAt = addressOfNode(load<i32>(nodeAt + slot, CHILD * 4));
          continue;
        }
      } else {
        top = pushChildren(top, nodeAt, children, nears);
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

/** Returns a bit for each slot that holds a box or a marked run of duplicates, which is tested like a box. */
@inline
function boxesAndRuns(nodeAt: usize, unmarked: v128): i32 {
  const low = v128.load(nodeAt, CHILD * 4);
  const high = v128.load(nodeAt, CHILD * 4 + 16);
  const areLow = i32x4.bitmask(v128.or(low, i32x4.gt_s(low, unmarked)));
  return areLow | (i32x4.bitmask(v128.or(high, i32x4.gt_s(high, unmarked))) << 4);
}

/**
 * Returns the least t at which a ray may hit anything in a slot, given the address of the slot's `near`, the computed t
 * at which the ray enters the slot. `near` may be up to 5ε, with ε = 2^-24, greater than the exact t (see
 * rayMargin.ts). A ray with a range from -Infinity gives -Infinity.
 */
export function entryAt(nearAt: usize): f64 {
  const near = load<f32>(nearAt);
  return near > -LARGEST ? <f64>near - <f64>(abs(near) * ROUNDING) - 1e-38 : -Infinity;
}

/** Prefetches the four cache lines of a node, which then arrive while the walk tests the nearest node. */
function touch(node: i32): void {
  const nodeAt = addressOfNode(node);
  touched = load<i32>(nodeAt) | load<i32>(nodeAt, 64) | load<i32>(nodeAt, 128) | load<i32>(nodeAt, 192);
}
