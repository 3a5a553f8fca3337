import fc from 'fast-check';
import { expect, it } from 'vitest';
import { overlaps } from 'slabtree';
import { show } from '../../support/compare';
import { exact, ONE } from '../../support/exact';
import { aabb, type LoopBox, obb } from '../../support/loop';
import { linearParts, type LinearPart, placed, transform } from '../../support/matrices';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxOf } from '../../support/shapes';
import { each, type Triple } from '../../support/triple';
import { step } from '../../support/ulps';

const KINDS = Object.keys(linearParts) as LinearPart[];

/** Two boxes that touch up to rounding, with a corner or a point of an edge or a face. */
function touchingPair(random: Random): [LoopBox, LoopBox] | null {
  const at = each(() => random.pick([0, 0, random.between(-10, 10), 6.4e6, -4.1e6]));
  const make = (point: Triple | null): { box: LoopBox; point: Triple } | null => {
    const local = random.chance(0.7) ? [0, 0, 0] : random.triple(-5, 5);
    const half = each(() => random.pick([0, 1, 1, random.next()]));
    const linear = linearParts[random.pick(KINDS)](random);
    const towards = each(() => random.pick([-1, -1, 1, 1, 0, random.between(-1, 1)]));
    const [min, max] = [each((k) => local[k] - half[k]), each((k) => local[k] + half[k])];
    const offset = transform(
      placed(linear, [0, 0, 0]),
      each((k) => local[k] + half[k] * towards[k]),
    );
    const to = each((k) => (point === null ? at[k] : step(point[k] - offset[k], random.below(5) - 2)));
    const isAligned = random.chance(0.2);
    const box = isAligned
      ? aabb(
          each((k) => to[k] - half[k]),
          each((k) => to[k] + half[k]),
        )
      : obb(min, max, placed(linear, to));
    const touched = isAligned ? each((k) => to[k] + half[k] * towards[k]) : each((k) => to[k] + offset[k]);
    return box === null ? null : { box, point: touched };
  };
  const first = make(null);
  const second = first === null ? null : make(first.point);
  return first === null || second === null ? null : [first.box, second.box];
}

const IDENTITY = placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);
const INVERSE = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Where a box begins and ends along an axis, without rounding. */
function extentAlong({ min, max, matrix }: LoopBox, axis: Triple): [bigint, bigint] {
  const m = matrix ?? IDENTITY;
  const along = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const corner = [0, 1, 2].map((k) => exact((bits >> k) & 1 ? max[k] : min[k]));
    return [0, 1, 2].reduce((sum, row) => {
      const linear = [0, 1, 2].reduce((part, k) => part + exact(m[4 * k + row]) * corner[k], 0n);
      return sum + exact(axis[row]) * (linear + exact(m[12 + row]) * ONE);
    }, 0n);
  });
  return [along.reduce((a, b) => (a < b ? a : b)), along.reduce((a, b) => (a > b ? a : b))];
}

/** The axes of the test, with their rounding. If the boxes are apart along any of them, they are apart. */
function axesOf(a: LoopBox, b: LoopBox): Triple[] {
  const axes: Triple[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const { inverse } of [a, b]) {
    for (let row = 0; row < 9; row += 3) axes.push(each((k) => (inverse ?? INVERSE)[row + k]));
  }
  for (let i = 0; i < 12; i += 4) {
    const u = each((k) => (a.matrix ?? IDENTITY)[i + k]);
    for (let j = 0; j < 12; j += 4) {
      const v = each((k) => (b.matrix ?? IDENTITY)[j + k]);
      axes.push([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    }
  }
  return axes;
}

it('boxes that touch or overlap are never separated, whatever their rounding', async () => {
  const counts = { overlap: 0, apart: 0 };
  await search(
    200,
    fc.property(fc.nat(), (seed) => {
      const pair = touchingPair(new Random(seed));
      if (pair === null) return;
      const [a, b] = pair;
      if (overlaps(boxOf(a), boxOf(b))) {
        counts.overlap++;
        return;
      }
      counts.apart++;
      const isApart = axesOf(a, b).some((axis) => {
        const [lowA, highA] = extentAlong(a, axis);
        const [lowB, highB] = extentAlong(b, axis);
        return lowA > highB || lowB > highA;
      });
      if (!isApart) throw new Error(`told apart, and are not: ${show(pair)}`);
    }),
  );
  expect(Math.min(counts.overlap, counts.apart)).toBeGreaterThan(10);
});
