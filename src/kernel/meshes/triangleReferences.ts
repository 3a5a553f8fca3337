import { REFERENCE_ID, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { references } from '../build/splitBinary';
import { roundDownLanes } from '../margins/roundOutward';

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/** Writes references, the records that a build sorts, to the triangles of a mesh: bvh/meshes/triangleReferences.ts. */
export function writeTriangleReferences(
  count: i32, corners: usize, isFloat64: bool, originX: f64, originY: f64, originZ: f64,
): void {
  const originXY = f64x2(originX, originY);
  const originZZ = f64x2.splat(originZ);
  const isPlain = !isFloat64 && originX == 0 && originY == 0 && originZ == 0;
  let reference = references;
  for (let place = 0; place < count; place++) {
    boundTriangles(corners, place, 1, isFloat64, isPlain, originXY, originZZ);
    v128.store(reference, i32x4.replace_lane(triangleLows, <u8>REFERENCE_ID, place));
    v128.store(reference, f32x4.replace_lane(triangleHighs, <u8>REFERENCE_ID, 1), 16);
    reference += REFERENCE_BYTES;
  }
}

/**
 * Sorts the records of a mesh's triangles in the order of the triangles' references.
 *
 * @param bytes the size of a record in bytes. The memory after the references must have room for copies of all records.
 */
export function reorder(at: usize, count: i32, bytes: usize): void {
  const copies = references + <usize>count * REFERENCE_BYTES;
  memory.copy(copies, at, <usize>count * bytes);
  let to = at;
  for (let reference = references; reference < copies; reference += REFERENCE_BYTES) {
    let from = copies + <usize>load<u32>(reference, REFERENCE_ID * 4) * bytes;
    const end = to + bytes;
    for (; to + 16 <= end; to += 16, from += 16) v128.store(to, v128.load(from));
    for (; to < end; to += 4, from += 4) store<u32>(to, load<u32>(from));
  }
}

/** The bounds of triangles that were computed last: x, y, z and an unused lane. */
export let triangleLows: v128 = i64x2(0, 0);
export let triangleHighs: v128 = i64x2(0, 0);

/**
 * Computes the bounds around `count` consecutive triangles, relative to the mesh's origin and rounded outward.
 *
 * @param isPlain whether the bounds need no rounding, because corners are float32 and the mesh's origin is 0.
 */
export function boundTriangles(
  corners: usize, first: usize, count: usize, isFloat64: bool, isPlain: bool, originXY: v128, originZ: v128,
): void {
  if (isFloat64) boundFloat64(corners + first * 72, count, originXY, originZ);
  else {
    boundFloat32(corners + first * 36, count);
    if (!isPlain) moveBounds(originXY, originZ);
  }
}

/** Computes the bounds around `count` triangles with float32 corners. Adding 0 turns -0 into 0. */
function boundFloat32(at: usize, count: usize): void {
  const end = at + count * 36;
  let low = v128.load(at);
  let high = low;
  for (at += 12; at < end; at += 12) {
    const corner = v128.load(at);
    low = f32x4.pmin(low, corner);
    high = f32x4.pmax(high, corner);
  }
  const zero = f32x4.splat(0);
  triangleLows = f32x4.add(low, zero);
  triangleHighs = f32x4.add(high, zero);
}

/** Moves the float32 bounds of triangles to be relative to the mesh's origin, and rounds them outward. */
function moveBounds(originXY: v128, originZ: v128): void {
  const lowZ = v128.shuffle<i32>(triangleLows, triangleLows, 2, 2, 2, 2);
  const highZ = v128.shuffle<i32>(triangleHighs, triangleHighs, 2, 2, 2, 2);
  roundBounds(
    f64x2.sub(f64x2.promote_low_f32x4(triangleLows), originXY),
    f64x2.sub(f64x2.promote_low_f32x4(lowZ), originZ),
    f64x2.sub(f64x2.promote_low_f32x4(triangleHighs), originXY),
    f64x2.sub(f64x2.promote_low_f32x4(highZ), originZ),
  );
}

/** Computes the bounds around `count` triangles with float64 corners, relative to the mesh's origin. */
function boundFloat64(at: usize, count: usize, originXY: v128, originZ: v128): void {
  const end = at + count * 72;
  let lowXY = v128.load(at);
  let lowZ = v128.load64_splat(at, 16);
  let highXY = lowXY;
  let highZ = lowZ;
  for (at += 24; at < end; at += 24) {
    const xy = v128.load(at);
    const z = v128.load64_splat(at, 16);
    lowXY = f64x2.pmin(lowXY, xy);
    lowZ = f64x2.pmin(lowZ, z);
    highXY = f64x2.pmax(highXY, xy);
    highZ = f64x2.pmax(highZ, z);
  }
  roundBounds(
    f64x2.sub(lowXY, originXY),
    f64x2.sub(lowZ, originZ),
    f64x2.sub(highXY, originXY),
    f64x2.sub(highZ, originZ),
  );
}

function roundBounds(lowXY: v128, lowZ: v128, highXY: v128, highZ: v128): void {
  const zero = f32x4.splat(0);
  triangleLows = f32x4.add(roundDownLanes(lowXY, lowZ), zero);
  triangleHighs = f32x4.add(f32x4.neg(roundDownLanes(f64x2.neg(highXY), f64x2.neg(highZ))), zero);
}
