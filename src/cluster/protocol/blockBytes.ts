import type { FloatArray } from '../../scene/arguments/floatArray';
import { ClusterError } from './clusterQueue';

/** The closest hits of the rays of a block, in their order. */
export interface RayAnswers {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. Float64Array if ids may exceed 32 bits. */
  ids: Int32Array | Float64Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
  /** For each ray the triangle that it hits, or -1. Only with the option `triangles`, like `us` and `vs`. */
  triangles?: Int32Array;
  us?: Float64Array;
  vs?: Float64Array;
}

type Column = Int32Array | Float32Array | Float64Array;
interface ColumnType<Numbers extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): Numbers;
}

/**
 * The bytes of a block in Redis: 16 bytes of kind, count, and zeros, then columns of numbers one after the other. Each column
 * begins at a multiple of 8. Numbers are little-endian, as on all processors that run Node in practice: on a big-endian
 * processor, no kind matches.
 */
const HEAD_BYTES = 16;
/** Bytes before and after a {@link RayBlock}, for the other parts of a Redis command. A multiple of 8. */
const FRAME_BYTES = 512;
/** The most bytes of a ray. */
export const RAY_BYTES = 48;
const RAYS_32 = 0x52_34_30_31;
const RAYS_64 = 0x52_38_30_31;
/** The kind of answers. Add 1 if ids are float64, and 2 if there are triangles. */
const ANSWERS = 0x41_30_31_00;
const WIDE_IDS = 1;
const WITH_TRIANGLES = 2;

const ENCODER = new TextEncoder();

/** The size of the kind, which is first in the bytes of a block. */
export const KIND_BYTES = 4;

/** Whether a block is answers, not rays, by its first bytes. */
export function areAnswers(bytes: Uint8Array): boolean {
  return bytes.length >= KIND_BYTES && (kindOf(bytes) & ~(WIDE_IDS | WITH_TRIANGLES)) === ANSWERS;
}

/** The rays of a block. They are stored as they are sent, so sending needs no copy. */
export class RayBlock {
  /** 6 numbers for each ray: origin x y z, direction x y z. */
  readonly rays: Float64Array;
  readonly #buffer: ArrayBuffer;

  constructor(readonly rayCount: number) {
    this.#buffer = new ArrayBuffer(FRAME_BYTES + HEAD_BYTES + RAY_BYTES * rayCount + FRAME_BYTES);
    this.rays = new Float64Array(this.#buffer, FRAME_BYTES + HEAD_BYTES, 6 * rayCount);
  }

  /**
   * Returns `bytes` with a text before and after them. Copies nothing if there is room around them.
   *
   * @param bytes the result of {@link bytes}.
   */
  framed(before: string, bytes: Uint8Array, after: string): Uint8Array {
    const [head, tail] = [ENCODER.encode(before), ENCODER.encode(after)];
    const hasRoom = bytes.buffer === this.#buffer && Math.max(head.length, tail.length) <= FRAME_BYTES;
    const at = hasRoom ? FRAME_BYTES - head.length : 0;
    const length = head.length + bytes.length + tail.length;
    const framed = new Uint8Array(hasRoom ? this.#buffer : new ArrayBuffer(length), at, length);
    framed.set(head);
    if (!hasRoom) framed.set(bytes, head.length);
    framed.set(tail, head.length + bytes.length);
    return framed;
  }

  /** Returns the rays as bytes: a view of {@link rays}, or a float32 copy of half the size if that is exact. */
  bytes(): Uint8Array {
    if (areFloat32(this.rays)) return toBytes(RAYS_32, this.rayCount, [Float32Array.from(this.rays)]);
    writeHead(this.#buffer, FRAME_BYTES, RAYS_64, this.rayCount);
    return new Uint8Array(this.#buffer, FRAME_BYTES, HEAD_BYTES + this.rays.byteLength);
  }
}

/** Returns the rays in bytes: a view if the alignment allows it, else a copy. */
export function bytesToRays(bytes: Uint8Array): FloatArray {
  const kind = kindOf(bytes);
  const count = countOf(bytes);
  if (kind === RAYS_32 && bytes.length === HEAD_BYTES + (RAY_BYTES / 2) * count) {
    return columnOf(Float32Array, bytes, HEAD_BYTES, 6 * count);
  }
  if (kind === RAYS_64 && bytes.length === HEAD_BYTES + RAY_BYTES * count) {
    return columnOf(Float64Array, bytes, HEAD_BYTES, 6 * count);
  }
  throw damaged();
}

export function answersToBytes({ ids, ts, triangles, us, vs }: RayAnswers): Uint8Array {
  const hasTriangles = triangles !== undefined && us !== undefined && vs !== undefined;
  const kind = ANSWERS | (ids instanceof Float64Array ? WIDE_IDS : 0) | (hasTriangles ? WITH_TRIANGLES : 0);
  return toBytes(kind, ids.length, hasTriangles ? [ids, ts, triangles, us, vs] : [ids, ts]);
}

/**
 * Returns the answers in bytes: views if the alignment allows it, else copies.
 *
 * @param count the number of rays.
 */
export function bytesToAnswers(bytes: Uint8Array, count: number): RayAnswers {
  const kind = kindOf(bytes);
  if (!areAnswers(bytes) || countOf(bytes) !== count) throw damaged();
  let at = HEAD_BYTES;
  const take = <Numbers extends Column>(type: ColumnType<Numbers>): Numbers => {
    const from = at;
    at += padded(type.BYTES_PER_ELEMENT * count);
    if (at > bytes.length) throw damaged();
    return columnOf(type, bytes, from, count);
  };
  const ids = (kind & WIDE_IDS) === 0 ? take(Int32Array) : take(Float64Array);
  const ts = take(Float64Array);
  if ((kind & WITH_TRIANGLES) === 0) return { ids, ts };
  return { ids, ts, triangles: take(Int32Array), us: take(Float64Array), vs: take(Float64Array) };
}

function areFloat32(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (Math.fround(numbers[i]) !== numbers[i]) return false;
  return true;
}

function toBytes(kind: number, count: number, columns: readonly Column[]): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + columns.reduce((sum, { byteLength }) => sum + padded(byteLength), 0));
  writeHead(bytes.buffer, 0, kind, count);
  let at = HEAD_BYTES;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

function writeHead(buffer: ArrayBuffer, at: number, kind: number, count: number): void {
  new Uint32Array(buffer, at, 2).set([kind, count]);
}

/** Returns a column of numbers: a view if the bytes are aligned, else a copy. Bytes from a socket may be unaligned. */
function columnOf<Numbers extends Column>(
  type: ColumnType<Numbers>,
  bytes: Uint8Array,
  from: number,
  count: number,
): Numbers {
  const at = bytes.byteOffset + from;
  if (at % type.BYTES_PER_ELEMENT === 0) return new type(bytes.buffer, at, count);
  return new type(copied(bytes, from, type.BYTES_PER_ELEMENT * count), 0, count);
}

function copied(bytes: Uint8Array, from: number, length: number): ArrayBuffer {
  const buffer = new ArrayBuffer(length);
  new Uint8Array(buffer).set(bytes.subarray(from, from + length));
  return buffer;
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function kindOf(bytes: Uint8Array): number {
  return new Uint32Array(copied(bytes, 0, 4))[0];
}

function countOf(bytes: Uint8Array): number {
  return new Uint32Array(copied(bytes, 4, 4))[0];
}

function damaged(): ClusterError {
  return new ClusterError('the bytes of a block are not what this version of slabtree writes');
}
