import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AABB_STRIDE, OBB_STRIDE } from '../../../src/primitives/flat/boxLayout';
import { readBounds, readMatrix } from '../../../src/primitives/flat/boxRecord';
import { createRayBuffer, type RayBuffer, readRange, readRay } from '../../../src/primitives/flat/rayBuffer';
import { toLocal } from '../../../src/primitives/query/raycastObb';
import { WIDENING } from '../../../src/primitives/flat/rayLayout';
import { slabHit } from '../../../src/primitives/query/slabs';
import { widenAabb, widenObb } from '../../../src/primitives/query/widen';
import { show } from '../../support/compare';
import { type LoopBox, type LoopRay, widened } from '../../support/loop';
import { placed, stretched } from '../../support/matrices';
import { Random } from '../../support/random';
import { rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { type Triple, vec } from '../../support/triple';

/** The widening of queries with a finer test. The loop of the tests uses it, too. */
const USUAL = 2 ** -40;

/** The ray as a line, which starts outside every box. */
function bufferOf(ray: LoopRay, widening: number): RayBuffer {
  const buffer = createRayBuffer();
  readRay('ray', { origin: vec(ray.origin), direction: vec(ray.direction) }, { ray: buffer });
  readRange('range', { tMin: -Infinity, solid: true }, buffer);
  buffer[WIDENING] = widening;
  return buffer;
}

function recordOf({ min, max, matrix }: LoopBox): Float64Array {
  const record = new Float64Array(OBB_STRIDE);
  readBounds('box', { min: vec(min), max: vec(max) }, record);
  if (matrix !== null) readMatrix('matrix', matrix, record);
  return record;
}

function widenedBounds(box: LoopBox, ray: RayBuffer): number[] {
  const widened = new Float64Array(AABB_STRIDE);
  (box.matrix === null ? widenAabb : widenObb)(recordOf(box), 0, ray, widened);
  return [...widened];
}

describe('widenAabb and widenObb', () => {
  it('a box grows on each side by the widening times its own number plus the largest of the origin', () => {
    const ray = bufferOf({ origin: [3, -100, 7], direction: [1, 0, 0] }, 0.5);
    const box = Float64Array.of(1, 2, -3, 4, 5, 6);
    const expected = [1 - 50.5, 2 - 51, -3 - 51.5, 4 + 52, 5 + 52.5, 6 + 53];
    const widened = new Float64Array(AABB_STRIDE);
    widenAabb(box, 0, ray, widened);
    expect([...widened]).toEqual(expected);
    widenAabb(Float32Array.of(9, 9, ...box), 2, ray, widened);
    expect([...widened]).toEqual(expected);
  });

  it('an oriented box grows in its own space by the size of origin and translation there', () => {
    const matrix = placed(stretched([1, 0, 0, 0, 1, 0, 0, 0, 1], [2, 0.5, -1]), [10, 20, 30]);
    const box: LoopBox = { min: [0, 1, 2], max: [1, 2, 3], matrix, inverse: null, mask: 1 };
    const ray = bufferOf({ origin: [1, -2, 3], direction: [1, 0, 0] }, 0.5);
    // The largest of 11, 22 and 33, times 1/2, 2 and 1.
    expect(widenedBounds(box, ray)).toEqual([
      0 - 0.5 * (33 / 2 + 0),
      1 - 0.5 * (66 + 1),
      2 - 0.5 * (33 + 2),
      1 + 0.5 * (33 / 2 + 1),
      2 + 0.5 * (66 + 2),
      3 + 0.5 * (33 + 3),
    ]);
  });

  it('a box stays the same if the widening is 0', () => {
    for (const matrix of [null, placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [5, 6, 7])]) {
      const box: LoopBox = { min: [0, 1, 2], max: [1, 2, 3], matrix, inverse: null, mask: 1 };
      const ray = bufferOf({ origin: [100, 100, 100], direction: [1, 0, 0] }, 0);
      expect(widenedBounds(box, ray)).toEqual([0, 1, 2, 1, 2, 3]);
    }
  });

  it.each(familyNames)(
    'a widened box is never smaller, is as wide as in the loop, and is hit no later: %s',
    async (family) => {
      await search(
        0.5,
        fc.property(recipes(10), fc.nat(), (recipe, seed) => {
          const random = new Random(seed);
          const boxes = boxesOf(family, recipe);
          for (const box of boxes) {
            const ray = rayAmong(random, boxes);
            const widening = random.pick([0, USUAL, USUAL, 2 ** -20, 1]);
            const buffer = bufferOf(ray, widening);
            const wide = widenedBounds(box, buffer);
            const { min, max } = box;
            const isAround = min.every((low, k) => wide[k] <= low) && max.every((high, k) => wide[3 + k] >= high);
            if (!isAround) throw new Error(`${show(wide)} does not hold ${show(box)}`);
            if (widening === USUAL) expect(wide).toEqual(boundsOf(widened(box, ray)));
            requireNoLater(box, wide, buffer);
          }
        }),
      );
    },
  );
});

function boundsOf({ min, max }: { min: Triple; max: Triple }): number[] {
  return [...min, ...max];
}

/** Throws if the line of a ray that hits a box enters the wider one later, or misses it. */
function requireNoLater(box: LoopBox, wide: readonly number[], ray: RayBuffer): void {
  const record = recordOf(box);
  const local = ray.slice();
  if (box.matrix !== null) toLocal(record, 0, ray, local);
  const plain = slabHit(record, 0, local, ray);
  const wider = slabHit(Float64Array.from(wide), 0, local, ray);
  if (Number.isNaN(plain) || wider <= plain) return;
  throw new Error(show({ box, ray: [...ray], wide, plain, wider }));
}
