import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raycastAabb, rayPointAt, type Ray, type RayRange } from 'slabtree';
import { show } from '../../support/compare';
import { hitOf } from '../../support/loop';
import { Random } from '../../support/random';
import { rangeAmong, rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { type Triple, vec } from '../../support/triple';

const box = { min: { x: 0.5, y: 0.5, z: 0.5 }, max: { x: 2, y: 2, z: 2 } };
const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };

function ray(origin: Triple, direction: Triple): Ray {
  return { origin: vec(origin), direction: vec(direction) };
}

describe('raycastAabb', () => {
  const third = 1 / Math.sqrt(3);

  it.each<[string, Ray, RayRange, number | null]>([
    ['towards the box', ray([-2, -2, -2], [2, 2, 2]), {}, 1.25],
    ['past the box', ray([0, 0, 0], [0, 1, 0]), {}, null],
    ['away from the box', ray([0, 0, 0], [-1, 0, 0]), {}, null],
    ['from inside, to the exit', ray([1, 1, 1], [1, 1, 0]), {}, 1],
    ['from inside a solid box', ray([1, 1, 1], [1, 1, 0]), { solid: true }, 0],
    ['with the box behind', ray([0.4, 1, 1], [-1, 0, 0]), {}, null],
    ['with the box behind, as a line', ray([0.4, 1, 1], [-1, 0, 0]), { tMin: -Infinity }, -1.6],
  ])('raycastAabb returns the right t, or null, for a ray %s', (_, ray, range, t) => {
    expect(raycastAabb(ray, box, range)).toBe(t);
  });

  it('raycastAabb measures t in units of the direction', () => {
    expect(raycastAabb(ray([-2, -2, -2], [third, third, third]), box)).toBeCloseTo(4.330127, 6);
    expect(raycastAabb(ray([-2, -2, -2], [4, 4, 4]), box)).toBe(0.625);
  });

  it('a ray hits a box that it touches along a face, along an edge or at a corner', () => {
    expect(raycastAabb(ray([-1, 1, 0.5], [1, 0, 0]), unit)).toBe(1);
    expect(raycastAabb(ray([-1, 1, 1], [1, 0, 0]), unit)).toBe(1);
    expect(raycastAabb(ray([-1, 1, 0], [1, 1, 0]), unit)).toBeNull();
    expect(raycastAabb(ray([-1, 0, 0], [1, 1, 0]), unit)).toBe(1);
    expect(raycastAabb(ray([-1, 2, 0], [1, -1, 0]), unit)).toBe(1);
    expect(raycastAabb(ray([-1, 1.0000000000000002, 0.5], [1, 0, 0]), unit)).toBeNull();
  });

  it('a ray that starts on a face hits at t = 0, whether it enters or leaves there', () => {
    expect(raycastAabb(ray([1, 0.5, 0.5], [1, 0, 0]), unit)).toBe(0);
    expect(raycastAabb(ray([1, 0.5, 0.5], [1, 0, 0]), unit, { solid: true })).toBe(0);
    expect(raycastAabb(ray([0, 0.5, 0.5], [1, 0, 0]), unit)).toBe(0);
  });

  it('a ray hits flat boxes and points', () => {
    const flat = { min: { x: 1, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    const point = { min: { x: 1, y: 2, z: 3 }, max: { x: 1, y: 2, z: 3 } };
    expect(raycastAabb(ray([0, 0.5, 0.5], [1, 0, 0]), flat)).toBe(1);
    expect(raycastAabb(ray([1, 0.5, -2], [0, 0, 1]), flat)).toBe(2);
    expect(raycastAabb(ray([0, 0, 0], [1, 2, 3]), point)).toBe(1);
    expect(raycastAabb(ray([1, 2, 3], [1, 2, 3]), point)).toBe(0);
    expect(raycastAabb(ray([0, 0, 0], [1, 2, 3.0001]), point)).toBeNull();
  });

  it('raycastAabb treats a direction of -0 like 0', () => {
    expect(raycastAabb(ray([-1, 0.5, 0.5], [1, -0, -0]), unit)).toBe(1);
    expect(raycastAabb(ray([-1, 1.5, 0.5], [1, -0, -0]), unit)).toBeNull();
  });

  it('a ray misses a box whose t is beyond float64', () => {
    const far = { min: vec([1e308, -1, -1]), max: vec([1.1e308, 1, 1]) };
    const from = (x: number, direction: number, range = {}) =>
      raycastAabb({ origin: vec([x, 0, 0]), direction: vec([direction, 0, 0]) }, far, range);
    expect(from(0, 1)).toBe(1e308);
    expect(from(0, 0.5)).toBeNull();
    expect(from(0, -0.5, { tMin: -Infinity })).toBeNull();
    expect(from(-1e308, 1)).toBeNull();
    expect(from(-1e308, 1, { solid: true })).toBeNull();
    expect(from(1.05e308, 5e-324)).toBeNull();
    expect(from(1.05e308, 5e-324, { solid: true })).toBe(0);
    expect(from(1.05e308, 5e-324, { solid: true, tMin: -Infinity })).toBe(-Number.MAX_VALUE);
  });

  it('raycastAabb never returns -0', () => {
    expect(Object.is(raycastAabb(ray([0, 0.5, 0.5], [-1, 0, 0]), unit), 0)).toBe(true);
    expect(Object.is(raycastAabb(ray([0.5, 0.5, 0.5], [1, 0, 0]), unit, { tMin: -0, solid: true }), 0)).toBe(true);
  });

  describe('range', () => {
    const through = ray([-1, 0.5, 0.5], [1, 0, 0]);

    it.each<[string, RayRange, number | null]>([
      ['misses a box beyond tMax', { tMax: 0.999 }, null],
      ['hits a box at tMax', { tMax: 1 }, 1],
      ['misses a box before tMin', { tMin: 2.001 }, null],
      ['hits the exit if tMin is inside', { tMin: 1.5 }, 2],
      ['hits a solid box at a tMin inside', { tMin: 1.5, solid: true }, 1.5],
      ['hits the entry at tMin', { tMin: 1 }, 1],
      ['hits the exit at tMin', { tMin: 2 }, 2],
      ['misses an exit beyond tMax', { tMin: 1.25, tMax: 1.75 }, null],
      ['hits a solid box whose exit is beyond tMax', { tMin: 1.25, tMax: 1.75, solid: true }, 1.25],
      ['hits the exit at tMax', { tMin: 1.5, tMax: 2 }, 2],
      ['hits the entry from a negative tMin', { tMin: -5 }, 1],
      ['hits a solid box at its entry if that is in the range', { tMin: -5, solid: true }, 1],
      ['hits a box at the only t of the range', { tMin: 1, tMax: 1 }, 1],
    ])('a ray with a range %s', (_, range, t) => {
      expect(raycastAabb(through, unit, range)).toBe(t);
    });
  });

  it('raycastAabb returns exactly the t of its formula, bit for bit', async () => {
    await search(
      10,
      fc.property(fc.constantFrom(...familyNames), recipes(10), fc.nat(), (family, recipe, seed) => {
        const boxes = boxesOf(family, recipe).filter(({ matrix }) => matrix === null);
        const random = new Random(seed);
        for (const box of boxes) {
          const ray = rayAmong(random, boxes);
          const range = rangeAmong(random, boxes, ray);
          const expected = hitOf(box, ray, range);
          const query = { origin: vec(ray.origin), direction: vec(ray.direction) };
          const found = raycastAabb(query, { min: vec(box.min), max: vec(box.max) }, range);
          if (!Object.is(found, expected)) throw new Error(show({ found, expected, box, ray, range }));
        }
      }),
    );
  });
});

it('the point of a hit is the origin plus t times the direction', () => {
  expect(rayPointAt(ray([-2, -2, -2], [2, 2, 2]), 1.25)).toEqual({ x: 0.5, y: 0.5, z: 0.5 });
  expect(rayPointAt(ray([1, 2, 3], [1, 0, -1]), -2)).toEqual({ x: -1, y: 2, z: 5 });
});
