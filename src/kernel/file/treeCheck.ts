import { REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { EXTENT, MAGNITUDE, OBB_SLOPE, ORIGIN, MESH_ADDRESSES, MESH_ORIGIN } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, AABB_32, CHILD, CONTENT, EMPTY, IN_SLOT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, OBB, WIDTH, SLOT_TRIANGLES } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { indexOf, kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { BOX_BOUNDS, writeWorldBounds } from '../boxes/worldBounds';
import { roundBounds } from '../build/references';
import { marginBase, marginSlope, obbMargin, SPANS } from '../margins/obbMargin';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { addressOfNode } from '../tree/nodes';

/** How many nodes of a checked tree form a group whose boxes are prefetched together. */
const GROUP = 64;

/**
 * The addresses of three lists about the boxes of a group of checked nodes: their slots, their places (see BoxStore),
 * and the cache lines of their records, of which an OBB has up to LINES.
 */
let slotsOfGroup: usize = 0;
let placesOfGroup: usize = 0;
let linesOfGroup: usize = 0;
const LINES = 5;
const REFERENCE: usize = memoryBase + memory.data(REFERENCE_WORDS * 4, 16);

/** The words of box records that were prefetched last. Storing them keeps the compiler from removing the reads. */
export let lastFetched: i32 = 0;

/**
 * The addresses of the lists of a tree check: see bvh/file/treeCheck.ts. Each list has a word for each node, except
 * `isSeen`, which has a bit for each id.
 */
let firsts: usize = 0;
let nodesBelow: usize = 0;
let boxesBelow: usize = 0;
let heights: usize = 0;
let isSeen: usize = 0;

/**
 * Checks the nodes, from `first` up to `end`, of a tree that was read from a file and may hold any bytes. Checks from
 * the last node to the first. All nodes from `end` on must have been checked. After false, the check in JavaScript
 * finds the fault: bvh/file/treeCheck.ts.
 *
 * @param firstPlace the place of id 0, if the places of the ids follow one another. Otherwise 0.
 * @param scratch the address of memory for 14336 bytes, then four words for each node and a bit for each id. All of this
 *   memory must be 0 before the first call.
 * @param mesh 0 for nodes over boxes. For nodes over triangles, the address of an entry of the table of meshes: see
 *   bvh/layout/kernelLayout.ts. Slots then hold places of triangles instead of ids.
 * @returns whether all these nodes are valid.
 */
export function checkNodes(first: i32, end: i32, count: i32, idLimit: i32, firstPlace: u32, scratch: usize, mesh: usize): bool {
  const bytes = <usize>count << 2;
  slotsOfGroup = scratch;
  placesOfGroup = scratch + GROUP * WIDTH * 4;
  linesOfGroup = placesOfGroup + GROUP * WIDTH * 4;
  firsts = linesOfGroup + GROUP * WIDTH * LINES * 4;
  nodesBelow = firsts + bytes;
  boxesBelow = nodesBelow + bytes;
  heights = boxesBelow + bytes;
  isSeen = heights + bytes;
  while (end > first) {
    const start = max(first, end - GROUP);
    let boxes: usize = 0;
    for (let node = end - 1; node >= start; node--) {
      if (!checkNode(node, count, mesh != 0)) return false;
      const last = addressOfNode(node) + WIDTH * 4;
      for (let slotAt = addressOfNode(node); slotAt < last; slotAt += 4) {
        const child = load<i32>(slotAt, CHILD * 4);
        if (child >= 0) continue;
        if (child == EMPTY) break;
        if (<u32>~child >= <u32>idLimit) return false;
        store<u32>(slotsOfGroup + boxes, <u32>slotAt);
        boxes += 4;
      }
    }
    if (!(mesh == 0 ? checkBoxes(boxes, firstPlace) : checkTriangles(boxes, mesh, idLimit))) return false;
    end = start;
  }
  return true;
}

function checkNode(node: i32, count: i32, isMesh: bool): bool {
  const nodeAt = addressOfNode(node);
  let boxes = 0;
  let height = 0;
  let firstChild = 0;
  let nextChild = 0;
  let slotAt = nodeAt;
  for (; slotAt < nodeAt + WIDTH * 4; slotAt += 4) {
    const child = load<i32>(slotAt, CHILD * 4);
    if (child == EMPTY) break;
    if (child < 0) {
      boxes += isMesh ? load<i32>(slotAt, CONTENT * 4) : 1;
      continue;
    }
    if (firstChild == 0) {
      firstChild = child;
      nextChild = child;
    }
    if (child <= node || child >= count || child != nextChild) return false;
    nextChild++;
    const below = load<i32>(boxesBelow + (<usize>child << 2));
    if (load<i32>(slotAt, CONTENT * 4) != below || !holdsNode(slotAt, addressOfNode(child))) return false;
    boxes += below;
    height = max(height, load<i32>(heights + (<usize>child << 2)));
  }
  if ((slotAt == nodeAt && node > 0) || height == MAX_DEPTH) return false;
  for (; slotAt < nodeAt + WIDTH * 4; slotAt += 4) if (!isEmpty(slotAt)) return false;

  let next = nextChild;
  for (let child = firstChild; child < nextChild; child++) {
    const below = load<i32>(nodesBelow + (<usize>child << 2));
    if (below == 0) continue;
    if (load<i32>(firsts + (<usize>child << 2)) != next) return false;
    next += below;
  }
  const word = <usize>node << 2;
  store<i32>(firsts + word, firstChild);
  store<i32>(nodesBelow + word, next - firstChild);
  store<i32>(boxesBelow + word, boxes);
  store<i32>(heights + word, height + 1);
  return true;
}

function isEmpty(slotAt: usize): bool {
  return (
    load<i32>(slotAt, CHILD * 4) == EMPTY &&
    load<i32>(slotAt, CONTENT * 4) == 0 &&
    load<f32>(slotAt, MIN_X * 4) == Infinity &&
    load<f32>(slotAt, MIN_Y * 4) == Infinity &&
    load<f32>(slotAt, MIN_Z * 4) == Infinity &&
    load<f32>(slotAt, MAX_X * 4) == -Infinity &&
    load<f32>(slotAt, MAX_Y * 4) == -Infinity &&
    load<f32>(slotAt, MAX_Z * 4) == -Infinity
  );
}

function holdsNode(slotAt: usize, childAt: usize): bool {
  let isHeld = i32x4.splat(-1);
  for (let bound: usize = 0; bound < <usize>(MAX_X * 4); bound += WIDTH * 4) {
    const min = v128.load32_splat(slotAt + bound);
    const max = v128.load32_splat(slotAt + bound, MAX_X * 4);
    const mins = v128.and(f32x4.ge(v128.load(childAt + bound), min), f32x4.ge(v128.load(childAt + bound, 16), min));
    const maxes = v128.and(
      f32x4.le(v128.load(childAt + bound, MAX_X * 4), max),
      f32x4.le(v128.load(childAt + bound, MAX_X * 4 + 16), max),
    );
    isHeld = v128.and(isHeld, v128.and(mins, maxes));
  }
  return i32x4.all_true(isHeld);
}

/** Returns whether the boxes of a group of nodes are valid. Prefetches their records first. */
function checkBoxes(bytes: usize, firstPlace: u32): bool {
  for (let at: usize = 0; at < bytes; at += 4) {
    const id = ~load<i32>(load<u32>(slotsOfGroup + at), CHILD * 4);
    store<u32>(placesOfGroup + at, firstPlace != 0 ? firstPlace + id : placeOf(id));
  }
  let end = linesOfGroup;
  for (let at: usize = 0; at < bytes; at += 4) {
    const place = load<u32>(placesOfGroup + at);
    if (place == 0) return false;
    const record = <u32>recordAt(place);
    const kind = kindOf(place);
    const last: u32 = kind == OBB ? OBB_STRIDE * 8 - 8 : kind == AABB_32 ? AABB_STRIDE * 4 - 4 : AABB_STRIDE * 8 - 8;
    for (let line: u32 = 0; line < last; line += 64) {
      store<u32>(end, record + line);
      end += 4;
    }
    store<u32>(end, record + last);
    end += 4;
  }
  fetchLines(end);
  const originXY = v128.load(memoryBase, ORIGIN * 8);
  const originZ = v128.load64_splat(memoryBase, ORIGIN * 8 + 16);
  const extentXY = v128.load(memoryBase, EXTENT * 8);
  const extentZ = v128.load64_splat(memoryBase, EXTENT * 8 + 16);
  const magnitudeXY = v128.load(memoryBase, MAGNITUDE * 8);
  const magnitudeZ = v128.load64_splat(memoryBase, MAGNITUDE * 8 + 16);
  for (let at: usize = 0; at < bytes; at += 4) {
    const slotAt = <usize>load<u32>(slotsOfGroup + at);
    const id = ~load<i32>(slotAt, CHILD * 4);
    const place = load<u32>(placesOfGroup + at);
    const content = load<u32>(slotAt, CONTENT * 4);
    const isInSlot = kindOf(content) == IN_SLOT;
    if (!markSeen(id) || content != (isInSlot ? indexOf(place) : place)) return false;
    const kind = kindOf(place);
    if (kind == OBB) {
      if (isInSlot || !holdsObb(slotAt, place)) return false;
      continue;
    }
    const record = recordAt(place);
    let lowXY: v128, lowZ: v128, highXY: v128, highZ: v128;
    if (kind == AABB_32) {
      lowXY = f64x2.promote_low_f32x4(v128.load64_zero(record));
      lowZ = f64x2.promote_low_f32x4(v128.load32_splat(record, 8));
      highXY = f64x2.promote_low_f32x4(v128.load64_zero(record, 12));
      highZ = f64x2.promote_low_f32x4(v128.load32_splat(record, 20));
    } else {
      lowXY = v128.load(record);
      lowZ = v128.load64_splat(record, 16);
      highXY = v128.load(record, 24);
      highZ = v128.load64_splat(record, 40);
    }
    const minXY = f64x2.promote_low_f32x4(v128.load32_lane(slotAt, v128.load32_zero(slotAt, MIN_X * 4), 1, MIN_Y * 4));
    const minZ = f64x2.promote_low_f32x4(v128.load32_splat(slotAt, MIN_Z * 4));
    const maxXY = f64x2.promote_low_f32x4(v128.load32_lane(slotAt, v128.load32_zero(slotAt, MAX_X * 4), 1, MAX_Y * 4));
    const maxZ = f64x2.promote_low_f32x4(v128.load32_splat(slotAt, MAX_Z * 4));
    let isHeld = v128.and(
      holdsAabb(lowXY, highXY, minXY, maxXY, originXY, extentXY, magnitudeXY),
      holdsAabb(lowZ, highZ, minZ, maxZ, originZ, extentZ, magnitudeZ),
    );
    if (isInSlot) {
      isHeld = v128.and(isHeld, v128.and(isBox(lowXY, minXY, originXY), isBox(highXY, maxXY, originXY)));
      isHeld = v128.and(isHeld, v128.and(isBox(lowZ, minZ, originZ), isBox(highZ, maxZ, originZ)));
    }
    if (!i64x2.all_true(isHeld)) return false;
  }
  return true;
}

/**
 * Reads a word of each cache line in the list of lines. Nothing depends on the words, and the loop is short, so the
 * processor reads as many lines at once as it can.
 */
function fetchLines(end: usize): void {
  let fetched = 0;
  for (let at = linesOfGroup; at < end; at += 4) fetched |= load<i32>(load<u32>(at));
  lastFetched = fetched;
}

/** Marks an id or a place as seen, by its bit. Returns false if it was seen before: no slot may hold it twice. */
function markSeen(index: i32): bool {
  const word = isSeen + (<usize>(index >>> 5) << 2);
  const bit = 1 << (index & 31);
  const seen = load<i32>(word);
  store<i32>(word, seen | bit);
  return (seen & bit) == 0;
}

/** Returns whether the triangles of a group of nodes are valid. */
function checkTriangles(bytes: usize, mesh: usize, count: i32): bool {
  const corners = <usize>load<u32>(mesh, MESH_ADDRESSES * 4 + 4);
  const isFloat64 = load<u32>(mesh, MESH_ADDRESSES * 4 + 12) != 0;
  const cornerBytes: usize = isFloat64 ? 24 : 12;
  const originXY = v128.load(mesh, MESH_ORIGIN * 8);
  const originZ = v128.load64_splat(mesh, MESH_ORIGIN * 8 + 16);
  for (let at: usize = 0; at < bytes; at += 4) {
    const slotAt = <usize>load<u32>(slotsOfGroup + at);
    const first = ~load<i32>(slotAt, CHILD * 4);
    const held = load<i32>(slotAt, CONTENT * 4);
    if (held < 1 || held > SLOT_TRIANGLES || held > count - first) return false;
    for (let place = first; place < first + held; place++) if (!markSeen(place)) return false;
    const minXY = f64x2.promote_low_f32x4(v128.load32_lane(slotAt, v128.load32_zero(slotAt, MIN_X * 4), 1, MIN_Y * 4));
    const minZ = f64x2.promote_low_f32x4(v128.load32_splat(slotAt, MIN_Z * 4));
    const maxXY = f64x2.promote_low_f32x4(v128.load32_lane(slotAt, v128.load32_zero(slotAt, MAX_X * 4), 1, MAX_Y * 4));
    const maxZ = f64x2.promote_low_f32x4(v128.load32_splat(slotAt, MAX_Z * 4));
    let isHeld = i64x2.splat(-1);
    const end = corners + <usize>(first + held) * 3 * cornerBytes;
    for (let corner = corners + <usize>first * 3 * cornerBytes; corner < end; corner += cornerBytes) {
      let xy: v128, z: v128;
      if (isFloat64) {
        xy = v128.load(corner);
        z = v128.load64_splat(corner, 16);
      } else {
        xy = f64x2.promote_low_f32x4(v128.load64_zero(corner));
        z = f64x2.promote_low_f32x4(v128.load32_splat(corner, 8));
      }
      const fromXY = f64x2.sub(xy, originXY);
      const fromZ = f64x2.sub(z, originZ);
      isHeld = v128.and(isHeld, v128.and(f64x2.ge(fromXY, minXY), f64x2.le(fromXY, maxXY)));
      isHeld = v128.and(isHeld, v128.and(f64x2.ge(fromZ, minZ), f64x2.le(fromZ, maxZ)));
    }
    if (!i64x2.all_true(isHeld)) return false;
  }
  return true;
}

/** Returns, on two axes, whether an AABB is within its slot's bounds and the scene's recorded extent and magnitude. */
function holdsAabb(low: v128, high: v128, min: v128, max: v128, origin: v128, extent: v128, magnitude: v128): v128 {
  const below = f64x2.sub(low, origin);
  const above = f64x2.sub(high, origin);
  const isHeld = v128.and(f64x2.le(low, high), v128.and(f64x2.le(min, below), f64x2.ge(max, above)));
  const isCovered = v128.and(
    v128.and(f64x2.ge(low, f64x2.neg(magnitude)), f64x2.le(high, magnitude)),
    v128.and(f64x2.ge(below, f64x2.neg(extent)), f64x2.le(above, extent)),
  );
  return v128.and(isHeld, isCovered);
}

/** Returns, on two axes, whether a bound of a slot plus the tree's origin equals the bound of the box exactly. */
function isBox(box: v128, bounds: v128, origin: v128): v128 {
  return f64x2.eq(f64x2.add(bounds, origin), box);
}

/**
 * Returns whether an OBB, with its margin, is within its slot's bounds and the scene's recorded extent and magnitude.
 */
function holdsObb(slotAt: usize, place: u32): bool {
  const box = recordAt(place);
  writeWorldBounds(place);
  obbMargin(box);
  if (marginBase < Infinity) {
    if (!(marginSlope <= exchanged(OBB_SLOPE))) return false;
    for (let k = 0; k < 3; k++) {
      const number = <usize>k << 3;
      const reach = abs(load<f64>(box + number, TRANSLATION * 8)) + load<f64>(SPANS + number);
      const low = load<f64>(BOX_BOUNDS + number);
      const high = load<f64>(BOX_BOUNDS + number, 24);
      if (!(reach <= exchanged(MAGNITUDE + k)) || !isCovered(k, low, high)) return false;
    }
  }
  roundBounds(box, REFERENCE);
  for (let k: usize = 0; k < 3; k++) {
    const bound = slotAt + k * (WIDTH * 4);
    const word = REFERENCE + (k << 2);
    if (!(load<f32>(bound, MIN_X * 4) <= load<f32>(word) && load<f32>(bound, MAX_X * 4) >= load<f32>(word, 16))) return false;
  }
  return true;
}

/** Returns whether a box is within the scene's recorded extent and magnitude on an axis. */
function isCovered(axis: i32, low: f64, high: f64): bool {
  const origin = exchanged(ORIGIN + axis);
  const extent = exchanged(EXTENT + axis);
  const magnitude = exchanged(MAGNITUDE + axis);
  return low >= -magnitude && high <= magnitude && low - origin >= -extent && high - origin <= extent;
}
