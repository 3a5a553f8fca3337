import fc from 'fast-check';
import type { Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { closestWithin, type HalfSpace } from '../../src/character/halfSpaces';
import { add, along, cross, lengthOf, scaled } from '../../src/character/vectors';
import { search } from '../support/runs';

const number = fc.integer({ min: -8, max: 8 });
const vector = fc.record({ x: number, y: number, z: number });
const space = fc
  .tuple(vector, fc.integer({ min: -4, max: 4 }))
  .filter(([normal]) => lengthOf(normal) > 0)
  .map(([normal, least]): HalfSpace => ({ normal: scaled(normal, 1 / lengthOf(normal)), least: least / 2 }));

const CLOSE = 1e-9;

const isWithin = (point: Vec3, spaces: readonly HalfSpace[]) =>
  spaces.every(({ normal, least }) => along(point, normal) >= least - CLOSE);

/** Returns the closest of all points at which up to three planes hold the wish. */
function closestByTrial(wish: Vec3, spaces: readonly HalfSpace[]): Vec3 | null {
  const candidates: Vec3[] = [wish];
  spaces.forEach((a, i) => {
    candidates.push(add(wish, a.normal, a.least - along(wish, a.normal)));
    spaces.slice(0, i).forEach((b, j) => {
      const line = cross(a.normal, b.normal);
      const square = along(line, line);
      if (square < CLOSE) return;
      const onLine = (plane: HalfSpace, other: HalfSpace) => scaled(cross(other.normal, line), plane.least / square);
      const start = add(onLine(a, b), scaled(onLine(b, a), -1));
      candidates.push(add(start, line, along(add(wish, start, -1), line) / square));
      for (const c of spaces.slice(0, j)) {
        const slope = along(line, c.normal);
        if (Math.abs(slope) > CLOSE) candidates.push(add(start, line, (c.least - along(start, c.normal)) / slope));
      }
    });
  });
  const within = candidates.filter((candidate) => isWithin(candidate, spaces));
  const distances = within.map((candidate) => lengthOf(add(candidate, wish, -1)));
  return within.length === 0 ? null : within[distances.indexOf(Math.min(...distances))];
}

describe('closestWithin', () => {
  it('the closest translation equals the best of all trials', async () => {
    await search(
      10,
      fc.property(vector, fc.array(space, { maxLength: 6 }), (wish, spaces) => {
        const expected = closestByTrial(wish, spaces);
        const found = closestWithin(wish, spaces);
        if (expected === null) {
          expect(found).toBeNull();
          return;
        }
        expect(found).not.toBeNull();
        if (found === null) return;
        expect(isWithin(found, spaces)).toBe(true);
        expect(lengthOf(add(found, expected, -1))).toBeLessThan(1e-6);
      }),
    );
  });

  it('a wish that is in all half spaces is returned as it is', () => {
    const wish = { x: 0.1, y: 0.2, z: 0.3 };
    expect(closestWithin(wish, [])).toBe(wish);
    expect(closestWithin(wish, [{ normal: { x: 1, y: 0, z: 0 }, least: 0 }])).toBe(wish);
  });

  it('there is no translation between two planes without room', () => {
    const right = { normal: { x: 1, y: 0, z: 0 }, least: 0.1 };
    const left = { normal: { x: -1, y: 0, z: 0 }, least: 0.1 };
    expect(closestWithin({ x: 0, y: 0, z: 0 }, [right, left])).toBeNull();
    expect(closestWithin({ x: 5, y: 1, z: 0 }, [right, { ...left, least: -0.1 }])?.x).toBeCloseTo(0.1, 9);
  });
});
