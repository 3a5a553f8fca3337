import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answersToBytes,
  areAnswers,
  bytesToAnswers,
  bytesToRays,
  RayBlock,
  type RayAnswers,
} from '../../src/cluster/protocol/blockBytes';
import { search } from '../../../test/support/runs';

const float64 = fc.double({ noNaN: true });
const float32 = fc.float({ noNaN: true });
const rays = (numbers: fc.Arbitrary<number>) =>
  fc
    .array(fc.tuple(numbers, numbers, numbers, numbers, numbers, numbers))
    .map((each) => Float64Array.from(each.flat()));

/** The bytes of a block with these rays. */
function raysToBytes(numbers: Float64Array): Uint8Array {
  const block = new RayBlock(numbers.length / 6);
  block.rays.set(numbers);
  return block.bytes();
}

/** Copies whose bytes begin anywhere in their buffer, as those from a socket may. */
function shifted(bytes: Uint8Array): Uint8Array[] {
  return [0, 3, 4, 8].map((shift) => {
    const all = new Uint8Array(bytes.length + shift + 5);
    all.set(bytes, shift);
    return all.subarray(shift, shift + bytes.length);
  });
}

function answersOf(ids: Int32Array | Float64Array, withTriangles: boolean): RayAnswers {
  const numbers = () => Float64Array.from(ids, (id) => id / 7);
  const triangles = { triangles: Int32Array.from(ids, (id) => id % 5), us: numbers(), vs: numbers() };
  return { ids, ts: Float64Array.from(ids, (id) => (id < 0 ? Infinity : id / 3)), ...(withTriangles && triangles) };
}

describe('bytes of a block', () => {
  it('the bytes have the rays bit for bit', async () => {
    await search(
      1,
      fc.property(rays(float64), (numbers) => {
        for (const bytes of shifted(raysToBytes(numbers))) expect([...bytesToRays(bytes)]).toEqual([...numbers]);
      }),
    );
  });

  it('the bytes are half as many if float32 holds all numbers', async () => {
    await search(
      1,
      fc.property(rays(float32), (numbers) => {
        const bytes = raysToBytes(numbers);
        expect(bytes.length).toBe(16 + 4 * numbers.length);
        for (const placed of shifted(bytes)) expect(bytesToRays(placed)).toEqual(Float32Array.from(numbers));
      }),
    );
  });

  it('the bytes have the answers bit for bit, with ids of 32 bits or more, with triangles or without', async () => {
    await search(
      1,
      fc.property(fc.array(fc.integer({ min: -1 })), fc.boolean(), fc.boolean(), (ids, isWide, withTriangles) => {
        const answers = answersOf(
          isWide ? Float64Array.from(ids, (id) => id * 2 ** 20) : Int32Array.from(ids),
          withTriangles,
        );
        for (const bytes of shifted(answersToBytes(answers))) {
          expect(bytesToAnswers(bytes, ids.length)).toEqual(answers);
        }
      }),
    );
  });

  it('the bytes stay as they are between texts of any length', async () => {
    const text = fc.nat(600).map((length) => 'é'.repeat(length));
    await search(
      1,
      fc.property(fc.oneof(rays(float64), rays(float32)), text, text, (numbers, before, after) => {
        const block = new RayBlock(numbers.length / 6);
        block.rays.set(numbers);
        const expected = Buffer.concat([Buffer.from(before), block.bytes(), Buffer.from(after)]);
        expect(Buffer.compare(block.framed(before, block.bytes(), after), expected)).toBe(0);
        expect([...block.rays]).toEqual([...numbers]);
      }),
    );
  });

  it('the bytes distinguish rays from answers', () => {
    expect(areAnswers(raysToBytes(new Float64Array(6)))).toBe(false);
    expect(areAnswers(raysToBytes(Float64Array.of(0.1, 0, 0, 0, 0, 1)))).toBe(false);
    expect(areAnswers(answersToBytes(answersOf(Int32Array.of(1), true)))).toBe(true);
    expect(areAnswers(new Uint8Array())).toBe(false);
  });

  it('bytes are rejected if they are cut, longer, or of another number of rays', () => {
    const [ray, answers] = [raysToBytes(new Float64Array(12)), answersToBytes(answersOf(Int32Array.of(1, 2), true))];
    for (let length = 0; length < ray.length; length++) expect(() => bytesToRays(ray.subarray(0, length))).toThrow();
    expect(() => bytesToRays(new Uint8Array([...ray, 0, 0]))).toThrow('not what this version of slabtree writes');
    for (let length = 0; length < answers.length; length++) {
      expect(() => bytesToAnswers(answers.subarray(0, length), 2)).toThrow();
    }
    expect(() => bytesToAnswers(answers, 1)).toThrow();
    expect(() => bytesToRays(answers)).toThrow();
    expect(() => bytesToAnswers(ray, 2)).toThrow();
  });
});
