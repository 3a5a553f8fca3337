import type { FloatArray } from 'slabtree';
import { ClusterError } from './clusterQueue';

/** The closest hits of the rays of a block, in the order of the rays: the answers of {@link castOnCluster}. */
export interface RayAnswers {
  /** For each ray the id of the box that the ray hits, or -1 for no hit. A Float64Array if ids may exceed 32 bits. */
  ids: Int32Array | Float64Array;
  /** For each ray the `t` of its hit, or Infinity if the ray hits nothing. */
  ts: Float64Array;
  /** For each ray the triangle that the ray hits, or -1. Present only with the option `triangles`, like `us` and `vs`. */
  triangles?: Int32Array;
  /** For each ray the `u` of its hit (see `Hit`), or 0 if it hits no triangle. */
  us?: Float64Array;
  /** For each ray the `v` of its hit (see `Hit`), or 0 if it hits no triangle. */
  vs?: Float64Array;
}

type Column = Int32Array | Float32Array | Float64Array;
interface ColumnType<Numbers extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): Numbers;
}

/**
 * The length in bytes of the head of a block in Redis: the kind, the number of rays, and zeros. Columns of numbers follow the
 * head, one after the other. Each column begins at a multiple of 8. Numbers are little-endian, as on all processors that run
 * Node in practice: on a big-endian processor, no kind matches.
 */
const HEAD_BYTES = 16;
/** How many bytes before and after a {@link RayBlock} are reserved for the other parts of a Redis command. A multiple of 8. */
const FRAME_BYTES = 512;
/** The most bytes that one ray takes in a block: six float64. */
export const RAY_BYTES = 48;
const RAYS_32 = 0x52_34_30_31;
const RAYS_64 = 0x52_38_30_31;
/** The number that marks a block as answers. Add 1 if the ids are float64, and 2 if the answers have triangles. */
const ANSWERS = 0x41_30_31_00;
const WIDE_IDS = 1;
const WITH_TRIANGLES = 2;

const ENCODER = new TextEncoder();

/** The length in bytes of a block's kind, which is the first field of the block in Redis. */
export const KIND_BYTES = 4;

/** Returns whether the bytes of a block in Redis are answers, and not rays. Only the first bytes are read. */
export function areAnswers(bytes: Uint8Array): boolean {
  return bytes.length >= KIND_BYTES && (kindOf(bytes) & ~(WIDE_IDS | WITH_TRIANGLES)) === ANSWERS;
}

/** The rays of a block. The rays are stored in the layout in which Redis receives them, so sending them needs no copy. */
export class RayBlock {
  /** The rays: 6 numbers for each ray, origin x y z, direction x y z. */
  readonly rays: Float64Array;
  readonly #buffer: ArrayBuffer;

  constructor(readonly rayCount: number) {
    this.#buffer = new ArrayBuffer(FRAME_BYTES + HEAD_BYTES + RAY_BYTES * rayCount + FRAME_BYTES);
    this.rays = new Float64Array(this.#buffer, FRAME_BYTES + HEAD_BYTES, 6 * rayCount);
  }

  /**
   * Returns a command for Redis: the bytes of the block between the parts of the command before and after them. If these parts
   * fit in the space around the rays in memory, no ray is copied.
   *
   * @param bytes the bytes of the block: the result of {@link bytes}.
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

  /** Returns the rays as bytes: a view of {@link rays}, or a float32 copy of half the size if no number is rounded. */
  bytes(): Uint8Array {
    if (areFloat32(this.rays)) return toBytes(RAYS_32, this.rayCount, [Float32Array.from(this.rays)]);
    writeHead(this.#buffer, FRAME_BYTES, RAYS_64, this.rayCount);
    return new Uint8Array(this.#buffer, FRAME_BYTES, HEAD_BYTES + this.rays.byteLength);
  }
}

/** Returns the rays that the bytes of a block hold: a view of the bytes if their alignment allows it, else a copy. */
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
 * Returns the answers that the bytes of a block hold: views of the bytes if their alignment allows it, else copies.
 *
 * @param count the number of rays of the block.
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

/** Returns a column of numbers of a block: a view of `bytes` if they are aligned, else a copy. A socket's may be unaligned. */
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
