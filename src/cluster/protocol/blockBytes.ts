import type { FloatArray } from '../../scene/arguments/floatArray';
import { ClusterError } from './clusterError';

/** The closest hits of the rays of a block, in their order. */
export interface RayAnswers {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. Float64Array if ids may exceed 32 bits. */
  ids: Int32Array | Float64Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
  /** For each ray the triangle that it hits, or -1. Only if triangles were asked for, as what follows. */
  triangles?: Int32Array;
  us?: Float64Array;
  vs?: Float64Array;
}

type Column = Int32Array | Float32Array | Float64Array;

/**
 * The bytes of a block in Redis: 16 bytes of kind, count, and zeros, then columns of numbers one after the other, each
 * from a multiple of 8 on. Numbers are little-endian, as on all processors that run Node in practice: on another, the
 * kind reads as none that is known.
 */
const HEAD_BYTES = 16;
const RAYS_32 = 0x52_34_30_31;
const RAYS_64 = 0x52_38_30_31;
/** Answers: this, plus 1 with ids in float64, plus 2 with triangles. */
const ANSWERS = 0x41_30_31_00;
const WIDE_IDS = 1;
const WITH_TRIANGLES = 2;

/** How many of the first bytes tell the kind. */
export const KIND_BYTES = 4;

/** Whether bytes that begin like this are answers: the rays have been cast. */
export function areAnswers(bytes: Uint8Array): boolean {
  return bytes.length >= KIND_BYTES && (kindOf(bytes) & ~(WIDE_IDS | WITH_TRIANGLES)) === ANSWERS;
}

/** Rays as bytes. Numbers that float32 holds exactly take half as many. */
export function raysToBytes(rays: FloatArray): Uint8Array {
  if (rays instanceof Float32Array || !rays.every(isFloat32)) return toBytes(kindOfRays(rays), rays.length / 6, [rays]);
  return toBytes(RAYS_32, rays.length / 6, [Float32Array.from(rays)]);
}

export function bytesToRays(bytes: Uint8Array): FloatArray {
  const kind = kindOf(bytes);
  const count = countOf(bytes);
  if (kind === RAYS_32 && bytes.length === HEAD_BYTES + padded(24 * count)) {
    return new Float32Array(copied(bytes, HEAD_BYTES, 24 * count));
  }
  if (kind === RAYS_64 && bytes.length === HEAD_BYTES + 48 * count) {
    return new Float64Array(copied(bytes, HEAD_BYTES, 48 * count));
  }
  throw damaged();
}

export function answersToBytes({ ids, ts, triangles, us, vs }: RayAnswers): Uint8Array {
  const hasTriangles = triangles !== undefined && us !== undefined && vs !== undefined;
  const kind = ANSWERS | (ids instanceof Float64Array ? WIDE_IDS : 0) | (hasTriangles ? WITH_TRIANGLES : 0);
  return toBytes(kind, ids.length, hasTriangles ? [ids, ts, triangles, us, vs] : [ids, ts]);
}

/** @param count how many rays were asked. */
export function bytesToAnswers(bytes: Uint8Array, count: number): RayAnswers {
  const kind = kindOf(bytes);
  if (!areAnswers(bytes) || countOf(bytes) !== count) throw damaged();
  let at = HEAD_BYTES;
  const take = (width: number): ArrayBuffer => {
    const from = at;
    at += padded(width * count);
    if (at > bytes.length) throw damaged();
    return copied(bytes, from, width * count);
  };
  const ids = (kind & WIDE_IDS) === 0 ? new Int32Array(take(4)) : new Float64Array(take(8));
  const ts = new Float64Array(take(8));
  if ((kind & WITH_TRIANGLES) === 0) return { ids, ts };
  return { ids, ts, triangles: new Int32Array(take(4)), us: new Float64Array(take(8)), vs: new Float64Array(take(8)) };
}

function kindOfRays(rays: FloatArray): number {
  return rays instanceof Float32Array ? RAYS_32 : RAYS_64;
}

function isFloat32(number: number): boolean {
  return Math.fround(number) === number;
}

function toBytes(kind: number, count: number, columns: readonly Column[]): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + columns.reduce((sum, { byteLength }) => sum + padded(byteLength), 0));
  new Uint32Array(bytes.buffer, 0, 2).set([kind, count]);
  let at = HEAD_BYTES;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** Bytes in a buffer of their own, as those from a socket begin anywhere. */
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
