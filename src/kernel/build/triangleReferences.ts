import { REFERENCE_ID, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { references } from './splitBinary';
import { boundTriangles, triangleHighs, triangleLows } from './triangleBounds';

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/** Writes references to the triangles of a mesh: bvh/meshes/triangleReferences.ts. */
export function writeTriangleReferences(
  count: i32,
  corners: usize,
  isFloat64: bool,
  originX: f64,
  originY: f64,
  originZ: f64,
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
 * Puts the records of a mesh's triangles in the order of the references.
 *
 * @param bytes the size of a record. There must be room for copies of all behind the references.
 */
export function reorder(at: usize, count: i32, bytes: usize): void {
  const copies = references + <usize>count * REFERENCE_BYTES;
  memory.copy(copies, at, <usize>count * bytes);
  let to = at;
  for (let reference = references; reference < copies; reference += REFERENCE_BYTES) {
    const end = to + bytes;
    for (let from = copies + <usize>load<u32>(reference, REFERENCE_ID * 4) * bytes; to < end; to += 4, from += 4) {
      store<u32>(to, load<u32>(from));
    }
  }
}
