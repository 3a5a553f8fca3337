import { NEEDS_FLOAT64, POINT, MESH_ADDRESSES } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { COLUMNS, TRANSLATION } from '../../primitives/flat/boxLayout';
import { splatAxis } from '../lanes';
import { cornerHighs, cornerLows, meshHeight, meshHighs, meshLimitOf, meshLows, meshNormal, meshScaleX, meshScaleY, meshScaleZ, prepareMeshPlane, prepareMeshPoint } from '../margins/meshPointMargin';
import { memoryBase } from '../memory/workingMemory';
import { closestOnTriangle, closestX, closestY, closestZ } from '../primitives/query/triangles/closestPointOnTriangle';
import { insertEntry, nearestOf } from '../slots/childOrder';
import { leafSlots } from '../slots/raySlots';

/** A stack of nodes and the squares of their distances from POINT, 8 bytes a pair. Each level pushes at most seven. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);
/** For each slot of the current node, the square of its distance from POINT. */
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** The words of nodes that were prefetched last. Storing them keeps the compiler from removing the reads. */
export let touchedInMesh: i32 = 0;

/** The nearest triangle that was found last, and its point nearest to POINT. */
export let nearTriangle: i32 = 0;
export let nearX: f64 = 0;
export let nearY: f64 = 0;
export let nearZ: f64 = 0;

/**
 * Finds the triangle of an instance that is nearest to POINT, and among equally near triangles the one with the
 * smallest number: the walk of bvh/meshes/nearestTriangle.ts, with eight slots at a time.
 *
 * @param tableAt the address of the mesh's table entry: see bvh/layout/kernelLayout.ts.
 * @param record the address of the instance's record.
 * @param limit triangles farther than this do not count.
 * @returns the distance, NaN if no triangle is within the limit, or NEEDS_FLOAT64. Leaves the triangle in
 *   `nearTriangle`, and its nearest point in `nearX`, `nearY` and `nearZ`.
 */
export function nearestTriangle(tableAt: usize, record: usize, limit: f64): f64 {
  if (!prepareMeshPoint(tableAt, record)) return NEEDS_FLOAT64;
  const nodes = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4);
  const corners = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 4);
  const numbers = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 8);
  const isFloat64 = load<u32>(tableAt, MESH_ADDRESSES * 4 + 12) != 0;
  const triangleBytes: usize = isFloat64 ? 72 : 36;
  const lowX = splatAxis(meshLows, 0);
  const lowY = splatAxis(meshLows, 1);
  const lowZ = splatAxis(meshLows, 2);
  const highX = splatAxis(meshHighs, 0);
  const highY = splatAxis(meshHighs, 1);
  const highZ = splatAxis(meshHighs, 2);
  const scaleX = f32x4.splat(meshScaleX);
  const scaleY = f32x4.splat(meshScaleY);
  const scaleZ = f32x4.splat(meshScaleZ);
  const zero = f32x4.splat(0);
  const stack = STACK;
  const nears = NEARS;
  let best: f64 = NaN;
  let nearPlace = 0;
  let nearest = limit;
  let last = meshLimitOf(limit);
  let top = stack;
  let nodeAt = nodes;
  while (true) {
    for (let half: usize = 0; half < 32; half += 16) {
      const at = nodeAt + half;
      const x = f32x4.pmax(f32x4.sub(v128.load(at, MIN_X * 4), highX), f32x4.sub(lowX, v128.load(at, MAX_X * 4)));
      const y = f32x4.pmax(f32x4.sub(v128.load(at, MIN_Y * 4), highY), f32x4.sub(lowY, v128.load(at, MAX_Y * 4)));
      const z = f32x4.pmax(f32x4.sub(v128.load(at, MIN_Z * 4), highZ), f32x4.sub(lowZ, v128.load(at, MAX_Z * 4)));
      const outX = f32x4.mul(f32x4.pmax(x, zero), scaleX);
      const outY = f32x4.mul(f32x4.pmax(y, zero), scaleY);
      const outZ = f32x4.mul(f32x4.pmax(z, zero), scaleZ);
      v128.store(
        nears + half,
        f32x4.add(f32x4.add(f32x4.mul(outX, outX), f32x4.mul(outY, outY)), f32x4.mul(outZ, outZ)),
      );
    }
    const lasts = f32x4.splat(last);
    const near =
      i32x4.bitmask(f32x4.le(v128.load(nears), lasts)) | (i32x4.bitmask(f32x4.le(v128.load(nears, 16), lasts)) << 4);
    // The child word of a slot with triangles is negative. The child word of an empty slot is negative, too, but its
    // distance is infinite.
    const areTriangles = leafSlots(nodeAt);

    // All child nodes that may be visited are prefetched, so that their cache misses overlap.
    let words = 0;
    for (let ahead = near & ~areTriangles; ahead != 0; ahead &= ahead - 1) {
      const at = nodes + (<usize>load<i32>(nodeAt + (<usize>ctz(ahead) << 2), CHILD * 4) << (NODE_SHIFT + 2));
      words |= load<i32>(at) | load<i32>(at, 64) | load<i32>(at, 128) | load<i32>(at, 192);
    }
    let triangles = near & areTriangles;
    for (let ahead = triangles; ahead != 0; ahead &= ahead - 1) {
      const at = corners + <usize>~load<i32>(nodeAt + (<usize>ctz(ahead) << 2), CHILD * 4) * triangleBytes;
      words |= load<i32>(at) | load<i32>(at, 64) | load<i32>(at, 128);
    }
    touchedInMesh = words;
    while (triangles != 0) {
      const slot = nearestOf(triangles, nears);
      const slotAt = nodeAt + (<usize>slot << 2);
      triangles ^= 1 << slot;
      if (load<f32>(nears + slotAt - nodeAt) > last) continue;
      const first = ~load<i32>(slotAt, CHILD * 4);
      let lanes = (1 << load<i32>(slotAt, CONTENT * 4)) - 1;
      if (!isFloat64 && lanes != 1) lanes &= nearLanes(corners + <usize>first * 36, last);
      for (; lanes != 0; lanes &= lanes - 1) {
        const place = first + ctz(lanes);
        const distance = distanceToPlace(record, corners + <usize>place * triangleBytes, isFloat64);
        if (!(distance <= nearest)) continue;
        if (distance == nearest && best == best && !comesBefore(numbers, place, nearPlace)) continue;
        best = distance;
        nearest = distance;
        nearPlace = place;
        nearX = closestX;
        nearY = closestY;
        nearZ = closestZ;
        last = meshLimitOf(distance);
        if (!isFloat64) {
          prepareMeshPlane(tableAt, record, distance, nearX, nearY, nearZ);
          // The plane of the new nearest triangle excludes more of the other triangles, so they are tested again.
          if ((lanes & (lanes - 1)) != 0) lanes &= nearLanes(corners + <usize>first * 36, last) | (lanes & -lanes);
        }
      }
    }

    let children = near & ~areTriangles;
    const bottom = top;
    while (children != 0) {
      const slotAt = nodeAt + (<usize>ctz(children) << 2);
      children &= children - 1;
      insertEntry(bottom, top, load<i32>(slotAt, CHILD * 4), load<f32>(nears + slotAt - nodeAt));
      top += 8;
    }
    do {
      if (top == stack) {
        // The number of a triangle is seldom in the cache, so only the number of the nearest triangle is read.
        if (best == best) nearTriangle = load<i32>(numbers + (<usize>nearPlace << 2));
        return best;
      }
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = nodes + (<usize>load<i32>(top) << (NODE_SHIFT + 2));
  }
}

/** Returns whether a triangle has a smaller number than another triangle, given the indices of both in tree order. */
function comesBefore(numbers: usize, place: i32, other: i32): bool {
  return load<u32>(numbers + (<usize>place << 2)) < load<u32>(numbers + (<usize>other << 2));
}

/**
 * Returns, as bits, which of four triangles with float32 corners may be nearer to POINT than the nearest so far: a
 * triangle's bounds must be within `last`, and the triangle not wholly below the plane of prepareMeshPlane.
 *
 * @param at the address of the first triangle's corners. The memory must have room for four triangles.
 * @param last the square of the distance up to which triangles count: see meshLimitOf.
 */
function nearLanes(at: usize, last: f32): i32 {
  const normalX = splatAxis(meshNormal, 0);
  const normalY = splatAxis(meshNormal, 1);
  const normalZ = splatAxis(meshNormal, 2);
  readCorners(at);
  let minX = cornersX;
  let minY = cornersY;
  let minZ = cornersZ;
  let maxX = minX;
  let maxY = minY;
  let maxZ = minZ;
  let height = heightOf(normalX, normalY, normalZ);
  for (let corner = at + 12; corner < at + 36; corner += 12) {
    readCorners(corner);
    minX = f32x4.pmin(minX, cornersX);
    minY = f32x4.pmin(minY, cornersY);
    minZ = f32x4.pmin(minZ, cornersZ);
    maxX = f32x4.pmax(maxX, cornersX);
    maxY = f32x4.pmax(maxY, cornersY);
    maxZ = f32x4.pmax(maxZ, cornersZ);
    height = f32x4.pmax(height, heightOf(normalX, normalY, normalZ));
  }
  const x = outside(minX, maxX, 0, meshScaleX);
  const y = outside(minY, maxY, 1, meshScaleY);
  const z = outside(minZ, maxZ, 2, meshScaleZ);
  const squares = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const areNear = v128.and(f32x4.le(squares, f32x4.splat(last)), f32x4.ge(height, f32x4.splat(meshHeight)));
  return i32x4.bitmask(areNear);
}

/** One corner of each of four triangles: a vector per axis, a lane per triangle. */
let cornersX: v128 = i64x2(0, 0);
let cornersY: v128 = i64x2(0, 0);
let cornersZ: v128 = i64x2(0, 0);

/**
 * Reads one corner of each of four triangles, given the address of the first triangle's corner. A corner has three
 * numbers, so the fourth number of each load is not used.
 */
function readCorners(at: usize): void {
  const v0 = v128.load(at);
  const v1 = v128.load(at, 36);
  const v2 = v128.load(at, 72);
  const v3 = v128.load(at, 108);
  const low = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5);
  const high = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5);
  cornersX = v128.shuffle<i64>(low, high, 0, 2);
  cornersY = v128.shuffle<i64>(low, high, 1, 3);
  cornersZ = v128.shuffle<i64>(v128.shuffle<i32>(v0, v1, 2, 6, 2, 6), v128.shuffle<i32>(v2, v3, 2, 6, 2, 6), 0, 2);
}

/** Returns the dot products of a normal and one corner of each of four triangles. */
function heightOf(normalX: v128, normalY: v128, normalZ: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(cornersX, normalX), f32x4.mul(cornersY, normalY)),
    f32x4.mul(cornersZ, normalZ),
  );
}

/** Returns how far POINT is outside the bounds of four triangles on an axis, in world units. */
function outside(min: v128, max: v128, axis: i32, scale: f32): v128 {
  const out = f32x4.pmax(f32x4.sub(min, splatAxis(cornerHighs, axis)), f32x4.sub(splatAxis(cornerLows, axis), max));
  return f32x4.mul(f32x4.pmax(out, f32x4.splat(0)), f32x4.splat(scale));
}

/** Returns the distance of POINT from a triangle of an instance, given the address of the triangle's corners. */
function distanceToPlace(record: usize, corners: usize, isFloat64: bool): f64 {
  readCorner(record, corners, isFloat64);
  const aX = cornerX;
  const aY = cornerY;
  const aZ = cornerZ;
  readCorner(record, corners + (isFloat64 ? 24 : 12), isFloat64);
  const bX = cornerX;
  const bY = cornerY;
  const bZ = cornerZ;
  readCorner(record, corners + (isFloat64 ? 48 : 24), isFloat64);
  return closestOnTriangle(
    aX, aY, aZ, bX, bY, bZ, cornerX, cornerY, cornerZ,
    load<f64>(memoryBase, POINT * 8), load<f64>(memoryBase, POINT * 8 + 8), load<f64>(memoryBase, POINT * 8 + 16),
  );
}

/** The corner of a triangle that was read last, in world coordinates. */
let cornerX: f64 = 0;
let cornerY: f64 = 0;
let cornerZ: f64 = 0;

/** Reads a corner of a triangle and transforms it to the world, by the operations of bvh/meshes/worldMesh.ts. */
function readCorner(record: usize, at: usize, isFloat64: bool): void {
  let x: f64;
  let y: f64;
  let z: f64;
  if (isFloat64) {
    x = load<f64>(at);
    y = load<f64>(at, 8);
    z = load<f64>(at, 16);
  } else {
    x = load<f32>(at);
    y = load<f32>(at, 4);
    z = load<f32>(at, 8);
  }
  const m = record + COLUMNS * 8;
  const t = record + TRANSLATION * 8;
  cornerX = load<f64>(m) * x + load<f64>(m, 24) * y + load<f64>(m, 48) * z + load<f64>(t);
  cornerY = load<f64>(m, 8) * x + load<f64>(m, 32) * y + load<f64>(m, 56) * z + load<f64>(t, 8);
  cornerZ = load<f64>(m, 16) * x + load<f64>(m, 40) * y + load<f64>(m, 64) * z + load<f64>(t, 16);
}
