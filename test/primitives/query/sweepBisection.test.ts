import fc from 'fast-check';
import { overlaps, type Shape, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { convexShape, moved, shapeKinds } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, vec } from '../../support/triple';

const SAMPLES = 64;
/** Grazing shapes touch later or not at all where a coordinate is rounded otherwise: a gap of ε moves t by the root of ε. */
const GRAZING = 1e-6;

/** The least t at which two shapes overlap, by trial and bisection. NaN if they do not at any of the samples. */
function firstOverlap(shape: Shape, motion: Vec3, other: Shape): number {
  const overlapsAt = (t: number) => overlaps(moved(shape, motion, t), other);
  for (let i = 0; i <= SAMPLES; i++) {
    if (!overlapsAt(i / SAMPLES)) continue;
    if (i === 0) return 0;
    let [apart, together] = [(i - 1) / SAMPLES, i / SAMPLES];
    while (together - apart > 2 ** -45) {
      const middle = (apart + together) / 2;
      if (overlapsAt(middle)) together = middle;
      else apart = middle;
    }
    return together;
  }
  return NaN;
}

describe.each(shapeKinds)('a sweep of a %s', (kind) => {
  it('the hit is where a bisection over overlaps finds it', async () => {
    await search(
      20,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const shape = convexShape(random, kind, [0, 0, 0], random.pick([0.3, 1]));
        const at = each(() => random.between(-2, 2));
        const other = convexShape(random, random.pick(shapeKinds), at, random.pick([0.3, 1]));
        const motion = vec(each((k) => random.pick([1, 2]) * at[k] + random.between(-0.5, 0.5)));
        const first = firstOverlap(shape, motion, other);
        const hit = sweep(shape, motion, other);
        if (Number.isNaN(first)) return;
        if (hit === null) {
          // Only what touches another shape without entering it may be missed.
          const { x, y, z } = motion;
          for (const side of [1, -1]) {
            const aside = { x: x + side * GRAZING * y, y: y - side * GRAZING * x, z };
            if (sweep(shape, aside, other) !== null) return;
          }
          expect.fail(`a bisection finds ${first}, and the sweep nothing`);
        }
        expect(hit.t).toBeLessThan(first + GRAZING);
        if (hit.t < first - GRAZING) expect(overlaps(moved(shape, motion, hit.t + GRAZING), other)).toBe(true);
      }),
    );
  });
});
