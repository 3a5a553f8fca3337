import { describe, expect, it } from 'vitest';
import { lineIntersectsAabb, type Ray } from 'slabtree';
import { type Triple, vec } from '../../support/triple';

const box = { min: { x: 0.5, y: 0.5, z: 0.5 }, max: { x: 2, y: 2, z: 2 } };

function line(origin: Triple, direction: Triple): Ray {
  return { origin: vec(origin), direction: vec(direction) };
}

describe('lineIntersectsAabb', () => {
  it.each<[string, Ray, boolean]>([
    ['a line hits a box behind the origin', line([0.4, 1, 1], [-1, 0, 0]), true],
    ['a line hits a box in front of the origin', line([0.4, 1, 1], [1, 0, 0]), true],
    ['a line hits a box if the origin is inside', line([1, 1, 1], [1, 1, 0]), true],
    ['a line misses a box that it passes', line([0, 0, 0], [0, 1, 0]), false],
    ['a line misses a box that it passes in another direction', line([0, 0, 0], [-1, 0, 0]), false],
    ['a line hits a box along an edge', line([7, 0.5, 2], [1, 0, 0]), true],
    ['a line hits a box from edge to edge through the middle', line([2.5, 2.5, 0], [-1, -1, 1]), true],
    ['a line hits a box at a corner and nowhere else', line([3, 1, 3], [1, -1, 1]), true],
    ['a line misses a box just outside a corner', line([3, 1, 3.0000000000000004], [1, -1, 1]), false],
    ['a line hits a box at the corner where the diagonal ends', line([3, 1, 2], [-1, 1, 0]), true],
    ['a line misses a box just outside an edge', line([7, 0.49999999999999994, 2], [1, 0, 0]), false],
    ['a line hits a box if the direction is the shortest', line([-9, 1, 1], [5e-324, 0, 0]), true],
    ['a line misses a box if the direction is the shortest', line([0, -9, 1], [5e-324, 5e-324, 0]), false],
    ['a line hits a box if the direction is the longest', line([1e-300, 1e-300, 1], [1.7e308, 1.7e308, 0]), true],
    ['a line misses a box if the direction is the longest', line([1e-300, 3, 1], [1.7e308, 1.7e308, 0]), false],
  ])('%s', (_, line, meets) => {
    expect(lineIntersectsAabb(line, box)).toBe(meets);
  });

  it('a line hits a box although its origin is farther away than the largest number', () => {
    const far = { min: { x: -1.5e308, y: -1, z: -1 }, max: { x: -1e308, y: 1, z: 1 } };
    expect(lineIntersectsAabb(line([1.5e308, 0, 0], [-1, 0, 0]), far)).toBe(true);
    expect(lineIntersectsAabb(line([1.5e308, 2, 0], [-1, 0, 0]), far)).toBe(false);
  });

  it('a line hits a box with one part of its direction near the longest and another short', () => {
    const thin = { min: { x: 1e308, y: 5.5e-17, z: 0 }, max: { x: 1.1e308, y: 6e-17, z: 0 } };
    expect(lineIntersectsAabb(line([0, 0, 0], [1.7e308, 1e-16, 0]), thin)).toBe(true);
  });
});
