import { describe, expect, it } from 'vitest';
import { boxCounts } from '../../examples/million-boxes/boxCounts';
import { fillGalaxy, RADIUS } from '../../examples/million-boxes/galaxy';
import { isInFront, sectionPlane } from '../../examples/million-boxes/sectionPlane';
import { turnOrbits } from '../../examples/million-boxes/turnOrbits';

function galaxyOf(count: number): Float32Array {
  const matrices = new Float32Array(16 * count);
  expect([...fillGalaxy(matrices, new Float32Array(3 * count))].every((placed) => placed <= count)).toBe(true);
  return matrices;
}

describe('the galaxy of boxes', () => {
  it('the galaxy is the same each time', () => {
    expect(galaxyOf(2000)).toEqual(galaxyOf(2000));
  });

  it('the galaxy reports how many boxes are placed while it is filled', () => {
    const told = [...fillGalaxy(new Float32Array(16 * 120_000), new Float32Array(3 * 120_000))];
    expect(told).toEqual([50_000, 100_000]);
  });

  it('the galaxy stays within the bounding sphere that three.js gets', () => {
    const matrices = galaxyOf(50_000);
    let farthest = 0;
    for (let at = 12; at < matrices.length; at += 16) {
      farthest = Math.max(farthest, Math.hypot(matrices[at], matrices[at + 1], matrices[at + 2]));
    }
    expect(farthest).toBeLessThan(1.1 * RADIUS);
  });

  it('only the boxes that move turn, and they keep their size and their distance from the axis', () => {
    const matrices = galaxyOf(1000);
    const before = matrices.slice();
    for (let step = 0; step < 100; step++) turnOrbits(matrices, 400);
    expect(matrices.subarray(16 * 400)).toEqual(before.subarray(16 * 400));
    for (let at = 0; at < 16 * 400; at += 16) {
      expect(matrices.subarray(at, at + 16)).not.toEqual(before.subarray(at, at + 16));
      expect(matrices[at + 13]).toBe(before[at + 13]);
      for (let column = at; column < at + 16; column += 4) {
        const now = Math.hypot(matrices[column], matrices[column + 2]);
        expect(now).toBeCloseTo(Math.hypot(before[column], before[column + 2]), 2);
      }
    }
  });
});

it('only whole boxes nearer to the first camera are in front of the plane', () => {
  const matrices = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1]);
  expect(isInFront(matrices, 0, sectionPlane(9))).toBe(true);
  expect(isInFront(matrices, 0, sectionPlane(9.5))).toBe(false);
  expect(isInFront(matrices, 0, sectionPlane(11))).toBe(false);
});

describe('address of the page', () => {
  it('the number of boxes is a million, or the number in the address', () => {
    expect(boxCounts('').at(-1)).toBe(1_000_000);
    expect([...boxCounts('')].sort((a, b) => a - b)).toEqual(boxCounts(''));
    expect(boxCounts('?boxes=20000')).toEqual([20_000]);
  });

  it('the number of boxes is a million if the number in the address is not possible', () => {
    for (const wanted of ['-3', '0', '1.5', '1e12', 'many', ''])
      expect(boxCounts(`?boxes=${wanted}`)).toEqual(boxCounts(''));
  });
});
