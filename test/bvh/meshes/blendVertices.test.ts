import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import type { BonedVertices } from '../../../src/bvh/meshes/triangleOperations';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

const { blend } = createBackend('wasm').triangles;

describe('blendVertices', () => {
  it('blendVertices returns the vertices and the box of a loop over them', async () => {
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const boned = bonedAmong(random);
        const expected = placedByLoop(boned);
        const positions = new Float64Array(boned.vertices.length);
        const box = blend?.(boned, positions);
        if (expected.every(Number.isFinite)) {
          expect(positions).toEqual(expected);
          expect(box).toEqual(boxAround(expected));
        } else expect(box).toBeNull();
      }),
    );
  });

  it('blendVertices does not change its arguments, and places nothing if there are no vertices', () => {
    const boned = bonedAmong(new Random(1));
    const before = structuredClone(boned);
    blend?.(boned, new Float64Array(boned.vertices.length));
    expect(boned).toEqual(before);
    const none = { vertices: new Float64Array(0), bones: new Uint32Array(0), weights: new Float64Array(0) };
    const box = blend?.({ ...boned, ...none }, new Float64Array(0));
    expect(box).toEqual(Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity));
  });
});

/** Some vertices, their bones and weights, and matrices, now and then with a number that is not finite. */
function bonedAmong(random: Random): BonedVertices {
  const count = 1 + random.below(20);
  const boneCount = 1 + random.below(5);
  const numbers = (length: number) => Float64Array.from({ length }, () => random.between(-2, 2));
  const vertices = numbers(3 * count);
  const bones = Uint32Array.from({ length: 4 * count }, () => random.below(boneCount));
  const weights = numbers(4 * count).map((weight) => random.pick([0, weight]));
  const matrices = numbers(16 * boneCount);
  const some = random.pick([vertices, weights, matrices]);
  if (random.chance(0.2)) some[random.below(some.length)] = random.pick([NaN, Infinity, -Infinity]);
  return { vertices, bones, weights, matrices, last: random.chance(0.5) ? null : numbers(16) };
}

function placedByLoop({ vertices, bones, weights, matrices, last }: BonedVertices): Float64Array {
  const placed: number[] = [];
  for (let vertex = 0; vertex < vertices.length / 3; vertex++) {
    const point = vertices.subarray(3 * vertex, 3 * vertex + 3);
    let sum = [0, 0, 0];
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      const [x, y, z] = transformed(matrices.subarray(16 * bones[k]), point);
      sum = [sum[0] + x * weights[k], sum[1] + y * weights[k], sum[2] + z * weights[k]];
    }
    if (last !== null) {
      const [x, y, z, w] = transformed(last, sum);
      const scale = 1 / w;
      sum = [x * scale, y * scale, z * scale];
    }
    placed.push(...sum);
  }
  return Float64Array.from(placed);
}

function transformed(m: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [0, 1, 2, 3].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]);
}

function boxAround(positions: Float64Array): Float64Array {
  const along = (axis: number) => Array.from(positions.filter((_, i) => i % 3 === axis));
  const lows = [0, 1, 2].map((axis) => Math.min(...along(axis)));
  return Float64Array.from([...lows, ...[0, 1, 2].map((axis) => Math.max(...along(axis)))], (number) => number + 0);
}
