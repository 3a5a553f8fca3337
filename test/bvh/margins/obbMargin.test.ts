import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OBB_STRIDE } from '../../../src/primitives/flat/boxLayout';
import { obbMargin, type ObbMargin } from '../../../src/bvh/margins/obbMargin';
import { exact, ONE } from '../../support/exact';
import { boxStoreOf } from '../../support/boxStoreOf';
import { hitOf, type LoopBox, type LoopRay, obb } from '../../support/loop';
import { IDENTITY, type LinearPart, linearParts, placed, stretched } from '../../support/matrices';
import { Random } from '../../support/random';
import { rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, type Family, recipes } from '../../support/scenes';
import { each, type Triple } from '../../support/triple';

function marginOf(box: LoopBox): ObbMargin {
  const out: ObbMargin = { base: 0, slope: 0, spanX: 0, spanY: 0, spanZ: 0 };
  const { data } = boxStoreOf([box]).obbs;
  expect(data.length).toBeGreaterThanOrEqual(OBB_STRIDE);
  obbMargin(data, 0, out);
  return out;
}

function orientedBox(min: Triple, max: Triple, matrix: number[]): LoopBox {
  const box = obb(min, max, matrix);
  if (box === null) throw new Error('the matrix is singular');
  return box;
}

/**
 * How far a point of the ray is outside the exact bounds of a box, on the axis where that is most. In units of 2^-2148.
 */
function exactExcess({ min, max, matrix }: LoopBox, { origin, direction }: LoopRay, t: number): bigint {
  let most = 0n;
  for (let k = 0; k < 3; k++) {
    if (matrix === null) throw new Error('the box should be oriented');
    let low = exact(matrix[12 + k]) * ONE;
    let high = low;
    for (let j = 0; j < 3; j++) {
      const a = exact(matrix[4 * j + k]) * exact(min[j]);
      const b = exact(matrix[4 * j + k]) * exact(max[j]);
      low += a < b ? a : b;
      high += a < b ? b : a;
    }
    const point = exact(origin[k]) * ONE + exact(t) * exact(direction[k]);
    const excess = point < low ? low - point : point - high;
    if (excess > most) most = excess;
  }
  return most;
}

const kinds = Object.keys(linearParts) as LinearPart[];
const orientedFamilies: Family[] = [
  ...kinds.map((kind): Family => `oriented boxes: ${kind}`),
  'oriented boxes on the earth',
  'oriented boxes whose local box lies far from its own origin',
];

describe('obbMargin', () => {
  it.each(orientedFamilies)(
    "the margin covers every point at which the box's own test returns a hit: %s",
    async (family) => {
      await search(
        2,
        fc.property(recipes(6), fc.nat(), (recipe, seed) => {
          const boxes = boxesOf(family, recipe);
          const random = new Random(seed);
          for (const box of boxes) {
            if (box.matrix === null) continue;
            const { base, slope } = marginOf(box);
            if (base === Infinity) continue;
            for (let i = 0; i < 6; i++) {
              const ray = rayAmong(random, [box]);
              const size = Math.max(...ray.direction.map(Math.abs));
              if (size > 2 ** 200 || size < 2 ** -200) continue;
              const { matrix } = box;
              const distance = Math.max(...each((k) => Math.abs(ray.origin[k] - matrix[12 + k])));
              const allowed = exact(base + slope * distance) * ONE;
              for (const tMin of [0, -Infinity]) {
                const t = hitOf(box, ray, { tMin });
                if (t === null || !Number.isFinite(t)) continue;
                const excess = exactExcess(box, ray, t);
                if (excess > allowed) {
                  throw new Error(`${excess} is more than ${allowed}: ${JSON.stringify({ box, ray, t, base, slope })}`);
                }
              }
            }
          }
        }),
      );
    },
  );

  it('the margin is a few units in the last place if the box is well conditioned', () => {
    for (const kind of ['identity', 'quarter turn', 'rotation', 'mirror'] as const) {
      const { base, slope } = marginOf(
        orientedBox([-1, -1, -1], [1, 1, 1], placed(linearParts[kind](new Random(4)), [1, 2, 3])),
      );
      expect(base).toBeLessThan(1e-13);
      expect(base).toBeGreaterThan(0);
      expect(slope).toBeLessThan(1e-13);
      expect(slope).toBeGreaterThan(0);
    }
  });

  it('the margin grows as the box gets worse conditioned', () => {
    let before = 0;
    for (const flat of [1, 1e-3, 1e-6, 1e-9]) {
      const matrix = placed([1, 0, 0, 1, flat, 0, 0, 0, 1], [0, 0, 0]);
      const { base, slope } = marginOf(orientedBox([-1, -1, -1], [1, 1, 1], matrix));
      expect(base).toBeGreaterThan(2 * before);
      expect(slope).toBeGreaterThan(2e-16 / flat);
      before = base;
    }
  });

  it('the margin grows in proportion to a scale that is the same on all axes', () => {
    const of = (scale: number): ObbMargin =>
      marginOf(orientedBox([-1, -1, -1], [1, 1, 1], placed(stretched(IDENTITY, [scale, scale, scale]), [0, 0, 0])));
    const one = of(1);
    const large = of(2 ** 40);
    expect(large.slope).toBe(one.slope);
    expect(large.base / one.base).toBeCloseTo(2 ** 40, -3);
    expect([one.spanX, one.spanY, one.spanZ]).toEqual([1, 1, 1]);
  });

  it('the margin is infinite for an almost singular box and for numbers outside the analysed range', () => {
    const flat = placed([1, 0, 0, 1, 2 ** -52, 0, 0, 0, 1], [0, 0, 0]);
    expect(marginOf(orientedBox([-1, -1, -1], [1, 1, 1], flat))).toMatchObject({ base: Infinity, slope: 0 });
    const huge = placed(stretched(IDENTITY, [1e80, 1, 1]), [0, 0, 0]);
    expect(marginOf(orientedBox([-1, -1, -1], [1, 1, 1], huge))).toMatchObject({ base: Infinity, slope: 0 });
    const far = placed(IDENTITY, [1e80, 0, 0]);
    expect(marginOf(orientedBox([-1, -1, -1], [1, 1, 1], far))).toMatchObject({ base: Infinity, slope: 0 });
  });
});
