import { CHILD, CONTENT, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { boundTriangles, triangleHighs, triangleLows } from './triangleReferences';
import { LARGEST_EXTENT } from '../tree/areas';

/** The bounds of a slot or node that were computed last: x, y, z and an unused lane. */
let lows: v128 = i64x2(0, 0);
let highs: v128 = i64x2(0, 0);

/**
 * Refits all bounds of a mesh's tree to its triangles, four slots at a time: see bvh/meshes/refitTriangles.ts. Returns
 * the sum of half the areas of all slots, added in the order of bvh/meshes/refitTriangles.ts.
 *
 * @param nodes the address of the mesh's nodes. Children come after their parents.
 * @param corners the address of the triangles' corners.
 */
export function refitTriangles(
  nodes: usize, count: i32, corners: usize, isFloat64: bool, originX: f64, originY: f64, originZ: f64,
): f64 {
  const originXY = f64x2(originX, originY);
  const originZZ = f64x2.splat(originZ);
  // Node bounds can equal float32 corners exactly if the mesh has no origin, so they need no rounding.
  const isPlain = !isFloat64 && originX == 0 && originY == 0 && originZ == 0;
  let areas: f64 = 0;
  for (let node = count - 1; node >= 0; node--) {
    const nodeAt = nodes + (<usize>node << (NODE_SHIFT + 2));
    for (let at = nodeAt; at < nodeAt + WIDTH * 4; at += 16) {
      const children = v128.load(at, CHILD * 4);
      // The used slots of a node come before its empty slots, so an empty first slot of four ends the loop.
      if (i32x4.extract_lane(children, 0) == EMPTY) break;
      boundSlot(nodes, at, corners, isFloat64, isPlain, originXY, originZZ);
      const low0 = lows;
      const high0 = highs;
      boundSlot(nodes, at + 4, corners, isFloat64, isPlain, originXY, originZZ);
      const low1 = lows;
      const high1 = highs;
      boundSlot(nodes, at + 8, corners, isFloat64, isPlain, originXY, originZZ);
      const low2 = lows;
      const high2 = highs;
      boundSlot(nodes, at + 12, corners, isFloat64, isPlain, originXY, originZZ);
      const lowXY01 = v128.shuffle<i32>(low0, low1, 0, 4, 1, 5);
      const lowXY23 = v128.shuffle<i32>(low2, lows, 0, 4, 1, 5);
      const highXY01 = v128.shuffle<i32>(high0, high1, 0, 4, 1, 5);
      const highXY23 = v128.shuffle<i32>(high2, highs, 0, 4, 1, 5);
      const minX = v128.shuffle<i64>(lowXY01, lowXY23, 0, 2);
      const minY = v128.shuffle<i64>(lowXY01, lowXY23, 1, 3);
      const minZ = v128.shuffle<i64>(v128.shuffle<i32>(low0, low1, 2, 6, 2, 6), v128.shuffle<i32>(low2, lows, 2, 6, 2, 6), 0, 2);
      const maxX = v128.shuffle<i64>(highXY01, highXY23, 0, 2);
      const maxY = v128.shuffle<i64>(highXY01, highXY23, 1, 3);
      const maxZ = v128.shuffle<i64>(v128.shuffle<i32>(high0, high1, 2, 6, 2, 6), v128.shuffle<i32>(high2, highs, 2, 6, 2, 6), 0, 2);
      v128.store(at, minX, MIN_X * 4);
      v128.store(at, minY, MIN_Y * 4);
      v128.store(at, minZ, MIN_Z * 4);
      v128.store(at, maxX, MAX_X * 4);
      v128.store(at, maxY, MAX_Y * 4);
      v128.store(at, maxZ, MAX_Z * 4);
      const first = areasOf(minX, minY, minZ, maxX, maxY, maxZ);
      areas += f64x2.extract_lane(first, 0);
      areas += f64x2.extract_lane(first, 1);
      const second = areasOf(upper(minX), upper(minY), upper(minZ), upper(maxX), upper(maxY), upper(maxZ));
      areas += f64x2.extract_lane(second, 0);
      areas += f64x2.extract_lane(second, 1);
    }
  }
  return areas;
}

/** Computes the bounds of a slot's triangles or child node. The bounds of an empty slot are inverted. */
function boundSlot(
  nodes: usize, slotAt: usize, corners: usize, isFloat64: bool, isPlain: bool, originXY: v128, originZ: v128,
): void {
  const child = load<i32>(slotAt, CHILD * 4);
  if (child >= 0) {
    boundNode(nodes + (<usize>child << (NODE_SHIFT + 2)));
  } else if (child == EMPTY) {
    lows = f32x4.splat(Infinity);
    highs = f32x4.splat(-Infinity);
  } else {
    const first = <usize>~child;
    const count = <usize>load<u32>(slotAt, CONTENT * 4);
    boundTriangles(corners, first, count, isFloat64, isPlain, originXY, originZ);
    lows = triangleLows;
    highs = triangleHighs;
  }
}

/** Computes the bounds around all slots of a node. */
function boundNode(nodeAt: usize): void {
  const minX = f32x4.pmin(v128.load(nodeAt, MIN_X * 4), v128.load(nodeAt, MIN_X * 4 + 16));
  const minY = f32x4.pmin(v128.load(nodeAt, MIN_Y * 4), v128.load(nodeAt, MIN_Y * 4 + 16));
  const minZ = f32x4.pmin(v128.load(nodeAt, MIN_Z * 4), v128.load(nodeAt, MIN_Z * 4 + 16));
  const maxX = f32x4.pmax(v128.load(nodeAt, MAX_X * 4), v128.load(nodeAt, MAX_X * 4 + 16));
  const maxY = f32x4.pmax(v128.load(nodeAt, MAX_Y * 4), v128.load(nodeAt, MAX_Y * 4 + 16));
  const maxZ = f32x4.pmax(v128.load(nodeAt, MAX_Z * 4), v128.load(nodeAt, MAX_Z * 4 + 16));
  // Minimum of the eight slots, by halving: the lanes are x y x y and z z z z, each the least of two slots.
  const minXY = f32x4.pmin(v128.shuffle<i32>(minX, minY, 0, 4, 1, 5), v128.shuffle<i32>(minX, minY, 2, 6, 3, 7));
  const minZZ = f32x4.pmin(minZ, v128.shuffle<i32>(minZ, minZ, 2, 3, 0, 1));
  lows = f32x4.pmin(v128.shuffle<i32>(minXY, minZZ, 0, 1, 4, 4), v128.shuffle<i32>(minXY, minZZ, 2, 3, 5, 5));
  const maxXY = f32x4.pmax(v128.shuffle<i32>(maxX, maxY, 0, 4, 1, 5), v128.shuffle<i32>(maxX, maxY, 2, 6, 3, 7));
  const maxZZ = f32x4.pmax(maxZ, v128.shuffle<i32>(maxZ, maxZ, 2, 3, 0, 1));
  highs = f32x4.pmax(v128.shuffle<i32>(maxXY, maxZZ, 0, 1, 4, 4), v128.shuffle<i32>(maxXY, maxZZ, 2, 3, 5, 5));
}

/** Returns half the surface areas of two slots, given their bounds: see tree/areas.ts. An empty slot has area 0. */
function areasOf(minX: v128, minY: v128, minZ: v128, maxX: v128, maxY: v128, maxZ: v128): v128 {
  const width = extentsOf(minX, maxX);
  const height = extentsOf(minY, maxY);
  const depth = extentsOf(minZ, maxZ);
  return f64x2.add(f64x2.add(f64x2.mul(width, height), f64x2.mul(height, depth)), f64x2.mul(depth, width));
}

function extentsOf(min: v128, max: v128): v128 {
  const extents = f64x2.sub(f64x2.promote_low_f32x4(max), f64x2.promote_low_f32x4(min));
  return f64x2.pmax(f64x2.splat(0), f64x2.pmin(f64x2.splat(LARGEST_EXTENT), extents));
}

/** Returns a vector that has the last two lanes of `lanes` in its first two lanes. */
function upper(lanes: v128): v128 {
  return v128.shuffle<i32>(lanes, lanes, 2, 3, 2, 3);
}
