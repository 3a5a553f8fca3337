import { contact, distance, overlaps, type Shape, sweep } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { coreOf, moved } from '../../support/convexShapes';
import { exactGap } from '../../support/exactGap';
import { placed } from '../../support/matrices';
import { Random } from '../../support/random';
import { each, type Triple, vec } from '../../support/triple';

/** Boxes and triangles of small integers: all of their numbers, and the numbers of their corners, are integers. */
const shapes: Record<string, Shape> = {
  'an axis-aligned box': { min: vec([-2, -1, -3]), max: vec([2, 1, 3]) },
  'a box turned by an exact quarter': { min: vec([-1, -2, -3]), max: vec([1, 2, 3]), matrix: quarter() },
  'a sheared box': { min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: linear([2, 1, 0, 0, 1, 1, 1, 0, 2]) },
  'a box along 3, 4, 5': { min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: linear([3, 4, 0, -4, 3, 0, 0, 0, 5]) },
  'a mirrored box': { min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: linear([-2, 0, 1, 0, 2, 0, 1, 0, 1]) },
  'a flat box': { min: vec([-2, 0, -2]), max: vec([2, 0, 2]) },
  'a triangle': { a: vec([-2, -1, 0]), b: vec([3, 0, 1]), c: vec([0, 2, -1]) },
  'a triangle across an axis': { a: vec([0, -2, -2]), b: vec([0, 2, -2]), c: vec([0, 0, 3]) },
};

function linear(columns: readonly number[]): number[] {
  return placed(columns, [0, 0, 0]);
}

function quarter(): number[] {
  return linear([0, 1, 0, -1, 0, 0, 0, 0, 1]);
}

/** Ways along an axis, along a diagonal and along others. */
const WAYS: readonly Triple[] = [
  [16, 0, 0],
  [0, -16, 0],
  [0, 0, 16],
  [16, 16, 0],
  [-16, 16, 16],
  [16, -32, 48],
];

const names = Object.keys(shapes);
const pairs = names.flatMap((name, i) => names.slice(i).map((other) => [name, other] as const));

describe.each(pairs)('%s and %s of small integers', (name, otherName) => {
  it('they touch exactly or not, and every function says so', () => {
    const random = new Random(names.indexOf(name) * names.length + names.indexOf(otherName));
    let touches = 0;
    for (let i = 0; i < 24; i++) {
      const other = shapes[otherName];
      const [from, to] = [random.pick(coreOf(shapes[name]).points), random.pick(coreOf(other).points)];
      // A corner on a corner, or beside it along an axis.
      const aside = each(() => random.pick([0, 0, 1, -1, 2]));
      const shape = moved(shapes[name], vec(each((k) => to[k] - from[k] + aside[k])), 1);
      const gap = exactGap(shape, other);
      const trial = JSON.stringify({ shape, other, gap });
      if (gap === 0) touches++;
      expect(overlaps(shape, other), trial).toBe(gap <= 0);
      expect(overlaps(other, shape), trial).toBe(gap <= 0);
      expect(distance(shape, other) === 0, trial).toBe(gap <= 0);
      expect(contact(shape, other).depth >= 0, trial).toBe(gap <= 0);
      expect(sweep(shape, vec([0, 0, 0]), other) !== null, trial).toBe(gap <= 0);
      if (gap === 0) expect(Math.abs(contact(shape, other).depth), trial).toBeLessThan(2 ** -46);
    }
    expect(touches).toBeGreaterThan(0);
  });

  it('a sweep hits what its way covers, at a t where the gap is 0 apart from rounding', () => {
    const random = new Random(names.indexOf(name) * names.length + names.indexOf(otherName));
    let hits = 0;
    for (let i = 0; i < 12; i++) {
      const other = shapes[otherName];
      const way = random.pick(WAYS);
      const start = each((k) => random.below(7) - 3 - way[k] / 2);
      const shape = moved(shapes[name], vec(start), 1);
      const motion = vec(way);
      if (exactGap(shape, other) <= 0) continue;
      const least = exactGap(shape, other, { motion, from: 0, to: 1 });
      const hit = sweep(shape, motion, other);
      const trial = JSON.stringify({ shape, motion, other, least });
      // What only grazes may be hit or missed.
      if (least !== 0) expect(hit !== null, trial).toBe(least < 0);
      if (hit === null) continue;
      hits++;
      expect(Math.abs(exactGap(shape, other, { motion, from: hit.t, to: hit.t })), trial).toBeLessThan(2 ** -40);
      expect(overlaps(moved(shape, motion, hit.t * (1 - 2 ** -30)), other), trial).toBe(false);
    }
    expect(hits).toBeGreaterThan(0);
  });
});
