import { MAX_DISTANCE, MESH_NUMBERS, NEIGHBOR_LIMIT, NEIGHBOR_NUMBERS, NEIGHBORS, ORIGIN, POINT, NEEDS_FLOAT64 } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, WIDTH } from '../../bvh/layout/nodeLayout';
import { comesBefore, recordAt } from '../boxes/boxStore';
import { coarsest, largestExtent, LARGEST, ROUNDING, SCENE_PADS, SMALL, FLOAT32_RANGE } from '../margins/rayMargin';
import { EPSILON } from '../margins/roundOutward';
import { masks, root, placeholders } from '../memory/boundScene';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { distanceToSlotBox, writeClosest } from '../slots/slotBox';
import { addressOfNode } from '../tree/nodes';
import { leafSlots } from '../slots/raySlots';
import { nearestOf } from '../slots/childOrder';
import { nearestTriangle, nearTriangle, nearX, nearY, nearZ } from '../meshes/nearestTriangle';
import { NO_TRIANGLE } from '../meshes/meshRay';

/** The size in bytes of an entry of POINTS: three coordinates and a triangle. */
const POINT_BYTES: i32 = 32;

/** A stack of nodes and the squares of their distances from POINT, 8 bytes a pair. Each level pushes at most seven. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);

/** For each slot of the current node, the square of its distance from POINT. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** The nearest boxes so far, in order, 16 bytes each: distance, id, and the index in POINTS of the nearest point. */
const FOUND: usize = memoryBase + memory.data(NEIGHBOR_LIMIT * 16, 16);
/** For each box of FOUND, its point nearest to POINT, and the triangle of that point or NO_TRIANGLE. */
const POINTS: usize = memoryBase + memory.data(NEIGHBOR_LIMIT * POINT_BYTES, 16);

/**
 * POINT relative to the tree's origin, less and plus a pad that covers rounding: see preparePoint. Each lane is an
 * axis.
 */
let lows: v128 = i64x2(0, 0);
let highs: v128 = i64x2(0, 0);

/**
 * Prepares POINT so that its differences from node bounds, in float32, are no greater than the exact differences from
 * any box in the bounds, apart from a relative error of ε.
 *
 * On one axis, with u = 2^-53, ε = 2^-24, M = |point| + the scene's magnitude, and x the point relative to the tree's
 * origin:
 * - Rounding in float64 takes at most 10uM (see bvh/query/nearest.ts).
 * - Rounding x to float32 and moving it by the pad take ε|x| each. Subtracting the bound takes ε of the difference.
 * - The pad is the pad of a ray (see rayMargin.ts), 16ε|x| + 64u·magnitude. As |point| <= |x| + magnitude, the pad
 *   covers both errors.
 *
 * @returns whether the pads are small enough, and no square leaves the range of float32.
 */
function preparePoint(): bool {
  const x = <f32>(load<f64>(memoryBase, POINT * 8) - exchanged(ORIGIN));
  const y = <f32>(load<f64>(memoryBase, POINT * 8 + 8) - exchanged(ORIGIN + 1));
  const z = <f32>(load<f64>(memoryBase, POINT * 8 + 16) - exchanged(ORIGIN + 2));
  const farthest = max(max(abs(x), abs(y)), abs(z));
  const size = farthest + largestExtent;
  // Comparisons with NaN are false, so the negated range check also refuses NaN.
  if (!(size >= 1 / FLOAT32_RANGE && size <= FLOAT32_RANGE)) return false;
  const point = f32x4(x, y, z, 0);
  const pads = f32x4.add(
    f32x4.add(f32x4.mul(f32x4.abs(point), f32x4.splat(ROUNDING)), v128.load(SCENE_PADS)),
    f32x4.splat(farthest * SMALL),
  );
  lows = f32x4.sub(point, pads);
  highs = f32x4.add(point, pads);
  return (i32x4.bitmask(f32x4.le(pads, f32x4.splat(coarsest))) & 7) == 7;
}

/**
 * Returns the square, in float32, of the distance up to which nodes are visited, when boxes farther than `distance` do
 * not count.
 *
 * With ε = 2^-24, the float32 differences of a point and node bounds are no greater than the exact differences, apart
 * from ε. So their squares sum up to no more than the exact square, apart from 5ε of it and a little for underflow. The
 * returned limit is larger by 16ε, which also covers the rounding of the limit.
 */
function limitOf(distance: f64): f32 {
  return <f32>min(distance * distance * (1 + 16 * EPSILON) + 1e-36, <f64>LARGEST);
}

/**
 * Finds the boxes nearest to POINT, and writes them to NEIGHBORS: the walk of bvh/query/nearest.ts, with eight slots at
 * a time.
 *
 * @param count the most boxes to find, from 1 to NEIGHBOR_LIMIT.
 * @param hasMask whether only boxes that share a bit with `mask` count.
 * @param meshes the address of the number of each id's mesh, plus 1, or 0 for a box. The address is 0 if every id
 *   counts as its box.
 * @param tableAt the address of the table of the meshes.
 * @param verified the address of the epoch in which each mesh was verified: only the triangles of a mesh that was
 *   verified in this `epoch` count. The address is 0 if the triangles of all meshes count.
 * @returns how many boxes were found, or NEEDS_FLOAT64.
 */
export function nearest(count: i32, hasMask: bool, mask: u32, meshes: usize, tableAt: usize, verified: usize, epoch: u32): i32 {
  if (!preparePoint()) return NEEDS_FLOAT64;
  const lowX = v128.shuffle<i32>(lows, lows, 0, 0, 0, 0);
  const lowY = v128.shuffle<i32>(lows, lows, 1, 1, 1, 1);
  const lowZ = v128.shuffle<i32>(lows, lows, 2, 2, 2, 2);
  const highX = v128.shuffle<i32>(highs, highs, 0, 0, 0, 0);
  const highY = v128.shuffle<i32>(highs, highs, 1, 1, 1, 1);
  const highZ = v128.shuffle<i32>(highs, highs, 2, 2, 2, 2);
  const zero = f32x4.splat(0);
  const lastRoom = FOUND + (<usize>(count - 1) << 4);
  let end: usize = FOUND;
  let limit = load<f64>(memoryBase, MAX_DISTANCE * 8);
  let last = limitOf(limit);
  let top: usize = STACK;
  let nodeAt = root;
  while (true) {
    for (let half: usize = 0; half < 32; half += 16) {
      const at = nodeAt + half;
      const x = f32x4.pmax(
        f32x4.pmax(f32x4.sub(v128.load(at, MIN_X * 4), highX), f32x4.sub(lowX, v128.load(at, MAX_X * 4))),
        zero,
      );
      const y = f32x4.pmax(
        f32x4.pmax(f32x4.sub(v128.load(at, MIN_Y * 4), highY), f32x4.sub(lowY, v128.load(at, MAX_Y * 4))),
        zero,
      );
      const z = f32x4.pmax(
        f32x4.pmax(f32x4.sub(v128.load(at, MIN_Z * 4), highZ), f32x4.sub(lowZ, v128.load(at, MAX_Z * 4))),
        zero,
      );
      const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
      v128.store(NEARS + half, square);
    }
    const lasts = f32x4.splat(last);
    const near =
      i32x4.bitmask(f32x4.le(v128.load(NEARS), lasts)) | (i32x4.bitmask(f32x4.le(v128.load(NEARS, 16), lasts)) << 4);
    // The child word of a slot with a box is negative.
    const areBoxes = leafSlots(nodeAt);

    let boxes = near & areBoxes;
    while (boxes != 0) {
      const index = <usize>ctz(boxes) << 2;
      boxes &= boxes - 1;
      if (load<f32>(NEARS + index) > last) continue;
      const slotAt = nodeAt + index;
      const id = ~load<i32>(slotAt, CHILD * 4);
      if (hasMask && (load<u32>(masks + (<usize>id << 2)) & mask) == 0) continue;
      let mesh = meshes == 0 ? 0 : load<u32>(meshes + (<usize>id << 2));
      if (verified != 0 && mesh != 0 && load<u32>(verified + (<usize>(mesh - 1) << 2)) != epoch) mesh = 0;
      const distance = id < placeholders
        ? leastDistance(load<f32>(NEARS + index))
        : mesh == 0
          ? distanceToSlotBox(slotAt, limit)
          : nearestTriangle(tableAt + <usize>(mesh - 1) * (MESH_NUMBERS * 8), recordAt(load<u32>(slotAt, CONTENT * 4)), limit);
      if (distance == NEEDS_FLOAT64) return NEEDS_FLOAT64;
      // The distance from an instance is NaN if no triangle of the instance is near enough.
      if (!(distance <= limit)) continue;
      const isFull = end > lastRoom;
      if (isFull && !isBefore(distance, id, lastRoom)) continue;
      // FOUND is kept in order by insertion. If there is no room for another box, the last box is dropped.
      let at = isFull ? lastRoom : end;
      const point = isFull ? load<i32>(lastRoom, 12) : <i32>((end - FOUND) >> 4);
      if (!isFull) end += 16;
      while (at > FOUND && isBefore(distance, id, at - 16)) {
        v128.store(at, v128.load(at - 16));
        at -= 16;
      }
      store<f64>(at, distance);
      store<i32>(at, id, 8);
      store<i32>(at, point, 12);
      const pointAt = POINTS + <usize>point * POINT_BYTES;
      if (mesh == 0) {
        writeClosest(slotAt, pointAt);
        store<i32>(pointAt, NO_TRIANGLE, 24);
      } else writeNearTriangle(pointAt);
      if (end > lastRoom) {
        limit = load<f64>(lastRoom);
        last = limitOf(limit);
      }
    }

    let children = near & ~areBoxes;
    if (children != 0) {
      // The nearest child node is visited next. The other child nodes are pushed in any order, because few are still
      // near enough when they are popped.
      const first = nearestOf(children, NEARS);
      for (children ^= 1 << first; children != 0; children &= children - 1) {
        const index = <usize>ctz(children) << 2;
        store<i32>(top, load<i32>(nodeAt + index, CHILD * 4));
        store<f32>(top, load<f32>(NEARS + index), 4);
        top += 8;
      }
      nodeAt = addressOfNode(load<i32>(nodeAt + (<usize>first << 2), CHILD * 4));
      continue;
    }
    do {
      if (top == STACK) return writeNeighbors(end);
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = addressOfNode(load<i32>(top));
  }
}

/**
 * Returns a lower limit of the distance of POINT from any box in a slot, given the float32 square of the distance from
 * the slot's bounds: see {@link limitOf}.
 */
function leastDistance(square: f32): f64 {
  return sqrt(max(<f64>square * (1 - 16 * EPSILON) - 1e-36, 0));
}

/** Writes the nearest triangle that was found last, and its nearest point, to an entry of POINTS. */
function writeNearTriangle(pointAt: usize): void {
  store<f64>(pointAt, nearX);
  store<f64>(pointAt, nearY, 8);
  store<f64>(pointAt, nearZ, 16);
  store<i32>(pointAt, nearTriangle, 24);
}

/** Returns whether a box, given its distance and id, comes before the box in an entry of FOUND. */
function isBefore(distance: f64, id: i32, found: usize): bool {
  const other = load<f64>(found);
  return distance < other || (distance == other && comesBefore(id, load<i32>(found, 8)));
}

/** Writes the boxes in FOUND to NEIGHBORS. Returns how many boxes FOUND has. */
function writeNeighbors(end: usize): i32 {
  let neighbor = memoryBase + NEIGHBORS * 8;
  for (let found = FOUND; found < end; found += 16) {
    store<f64>(neighbor, load<i32>(found, 8));
    store<f64>(neighbor, load<f64>(found), 8);
    const pointAt = POINTS + <usize>load<i32>(found, 12) * POINT_BYTES;
    memory.copy(neighbor + 16, pointAt, 24);
    store<f64>(neighbor, load<i32>(pointAt, 24), 40);
    neighbor += NEIGHBOR_NUMBERS * 8;
  }
  return <i32>((end - FOUND) >> 4);
}
