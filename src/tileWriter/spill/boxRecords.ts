import type { BoxStore } from '../../bvh/boxes/boxStore';
import { AABB_32, AABB_64, indexOf, kindOf } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';

/**
 * The records of boxes, one after another, as they are spilled to a file. Each record begins at a multiple of 8:
 *
 *     0  f64  the global id
 *     8  u32  the mask
 *    12  u32  the kind, as in nodeLayout
 *    16       AABB_32: 6 f32; AABB_64: 6 f64; OBB: see below
 *
 * An OBB has, in f64: the place of its mesh in the file of meshes plus 1, or 0 without a mesh; then its local box, its
 * translation, and the three columns of its matrix.
 */
export interface BoxRecords {
  readonly float64: Float64Array;
  readonly float32: Float32Array;
  readonly uint32: Uint32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const BOX_AT = 16;
const OBB_AT = 24;
const OBB_NUMBERS = OBB_STRIDE - 9;
/** The length of a record in bytes, by the kind of its box. */
const BYTES = [0, BOX_AT + 4 * AABB_STRIDE, BOX_AT + 8 * AABB_STRIDE, OBB_AT + 8 * OBB_NUMBERS];
export const MOST_RECORD_BYTES = OBB_AT + 8 * OBB_NUMBERS;

/** Returns views of a buffer of box records. The length of the buffer must be a multiple of 8. */
export function recordsOn(buffer: ArrayBuffer): BoxRecords {
  return {
    float64: new Float64Array(buffer),
    float32: new Float32Array(buffer),
    uint32: new Uint32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

export function idAt({ float64 }: BoxRecords, at: number): number {
  return float64[at / 8];
}

export function maskAt({ uint32 }: BoxRecords, at: number): number {
  return uint32[at / 4 + 2];
}

export function kindAt({ uint32 }: BoxRecords, at: number): number {
  return uint32[at / 4 + 3];
}

export function recordBytes(records: BoxRecords, at: number): number {
  return BYTES[kindAt(records, at)];
}

/** Returns the place of an instance's mesh in the file of meshes. -1 for a box without a mesh. */
export function meshAt(records: BoxRecords, at: number): number {
  return kindAt(records, at) <= AABB_64 ? -1 : records.float64[at / 8 + 2] - 1;
}

/** Returns the numbers of the box whose record begins at byte `at`: 6 numbers of an AABB, 18 of an OBB. */
export function numbersAt(records: BoxRecords, at: number): Float32Array | Float64Array {
  const kind = kindAt(records, at);
  if (kind === AABB_32) return records.float32.subarray((at + BOX_AT) / 4, (at + BOX_AT) / 4 + AABB_STRIDE);
  if (kind === AABB_64) return records.float64.subarray((at + BOX_AT) / 8, (at + BOX_AT) / 8 + AABB_STRIDE);
  return records.float64.subarray((at + OBB_AT) / 8, (at + OBB_AT) / 8 + OBB_NUMBERS);
}

/**
 * Writes the record of box `id` of a store at byte `at`. There must be room for {@link MOST_RECORD_BYTES}.
 *
 * @returns the length of the record in bytes.
 */
export function writeRecord(boxes: BoxStore, id: number, globalId: number, records: BoxRecords, at: number): number {
  const place = boxes.places[id];
  const kind = kindOf(place);
  records.float64[at / 8] = globalId;
  records.uint32[at / 4 + 2] = boxes.masks[id];
  records.uint32[at / 4 + 3] = kind;
  if (kind === AABB_32) {
    copy(boxes.aabb32.data, indexOf(place) * AABB_STRIDE, records.float32, (at + BOX_AT) / 4, AABB_STRIDE);
  } else if (kind === AABB_64) {
    copy(boxes.aabb64.data, indexOf(place) * AABB_STRIDE, records.float64, (at + BOX_AT) / 8, AABB_STRIDE);
  } else {
    const from = indexOf(place) * OBB_STRIDE;
    const { data } = boxes.obbs;
    records.float64[at / 8 + 2] = boxes.meshOf(id) + 1;
    copy(data, from, records.float64, (at + OBB_AT) / 8, 9);
    copy(data, from + COLUMNS, records.float64, (at + OBB_AT) / 8 + 9, 9);
  }
  return BYTES[kind];
}

/** Copies a box's record as float64, and returns its length in bytes. No 8 bytes of it may be a NaN, whose bits might change. */
export function copyRecord(from: BoxRecords, at: number, to: BoxRecords, toAt: number): number {
  const bytes = recordBytes(from, at);
  const source = from.float64;
  const target = to.float64;
  for (let i = 0; i < bytes / 8; i++) target[toAt / 8 + i] = source[at / 8 + i];
  return bytes;
}

function copy(
  from: Float32Array | Float64Array,
  at: number,
  to: Float32Array | Float64Array,
  toAt: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) to[toAt + i] = from[at + i];
}

/** Writes the centre of a box to `out`. The centre may be rounded, because it only decides in which tile the box is. */
export function writeCentre(records: BoxRecords, at: number, out: Float64Array): void {
  const kind = kindAt(records, at);
  const narrow = kind === AABB_32;
  const numbers = narrow ? records.float32 : records.float64;
  const first = narrow ? (at + BOX_AT) / 4 : (at + (kind === AABB_64 ? BOX_AT : OBB_AT)) / 8;
  const x = numbers[first] / 2 + numbers[first + 3] / 2;
  const y = numbers[first + 1] / 2 + numbers[first + 4] / 2;
  const z = numbers[first + 2] / 2 + numbers[first + 5] / 2;
  if (narrow || kind === AABB_64) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    return;
  }
  for (let k = 0; k < 3; k++) {
    out[k] =
      numbers[first + 9 + k] * x + numbers[first + 12 + k] * y + numbers[first + 15 + k] * z + numbers[first + 6 + k];
  }
}
