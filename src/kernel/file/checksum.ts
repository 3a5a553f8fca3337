import { memoryBase } from '../memory/workingMemory';

/** The sixteen lanes of a file's checksum, four in each vector: see bvh/file/checksum.ts. */
const LANES: usize = memoryBase + memory.data(64, 16);
const PRIME: i32 = 0x9e3779b1;

export function beginChecksum(): void {
  for (let lane = 0; lane < 16; lane++) store<i32>(LANES + (<usize>lane << 2), (lane + 1) * PRIME);
}

/** Adds `bytes` bytes, a multiple of 64, from the address `at`, to the checksum. */
export function addToChecksum(at: usize, bytes: usize): void {
  const prime = i32x4.splat(PRIME);
  let a = v128.load(LANES);
  let b = v128.load(LANES, 16);
  let c = v128.load(LANES, 32);
  let d = v128.load(LANES, 48);
  for (const end = at + bytes; at < end; at += 64) {
    a = i32x4.mul(v128.xor(a, v128.load(at)), prime);
    b = i32x4.mul(v128.xor(b, v128.load(at, 16)), prime);
    c = i32x4.mul(v128.xor(c, v128.load(at, 32)), prime);
    d = i32x4.mul(v128.xor(d, v128.load(at, 48)), prime);
    a = v128.or(i32x4.shl(a, 13), i32x4.shr_u(a, 19));
    b = v128.or(i32x4.shl(b, 13), i32x4.shr_u(b, 19));
    c = v128.or(i32x4.shl(c, 13), i32x4.shr_u(c, 19));
    d = v128.or(i32x4.shl(d, 13), i32x4.shr_u(d, 19));
  }
  v128.store(LANES, a);
  v128.store(LANES, b, 16);
  v128.store(LANES, c, 32);
  v128.store(LANES, d, 48);
}

export function checksum(): i32 {
  let sum = 0;
  for (let lane: usize = 0; lane < 64; lane += 4) sum = rotl((sum ^ load<i32>(LANES + lane)) * PRIME, 13);
  return sum;
}
