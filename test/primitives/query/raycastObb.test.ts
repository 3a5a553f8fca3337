import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Obb, obbFromCenter, type Ray, raycastAabb, raycastObb, rayPointAt } from 'slabtree';
import { Matrix4, Vector3 } from 'three';
import { show } from '../../support/compare';
import { hitOf } from '../../support/loop';
import { Random } from '../../support/random';
import { rangeAmong, rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { type Triple, vec } from '../../support/triple';

const unit = { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } };

function ray(origin: Triple, direction: Triple): Ray {
  return { origin: vec(origin), direction: vec(direction) };
}

function placed(box: { min: Triple; max: Triple }, matrix: Matrix4): Obb {
  return { min: vec(box.min), max: vec(box.max), matrix };
}

const symmetric = { min: [-1, -1, -1], max: [1, 1, 1] } satisfies { min: Triple; max: Triple };
const asymmetric = { min: [1, 2, 3], max: [2, 4, 6] } satisfies { min: Triple; max: Triple };

describe('raycastObb', () => {
  it('a ray hits a box that is translated and rotated', () => {
    // An eighth of a turn about y: the ray along x hits an edge, half a diagonal before the centre.
    const matrix = new Matrix4().makeTranslation(10, 0, 0).multiply(new Matrix4().makeRotationY(Math.PI / 4));
    const box = placed(symmetric, matrix);
    expect(raycastObb(ray([0, 0, 0], [1, 0, 0]), box)).toBeCloseTo(10 - Math.SQRT2, 14);
    expect(raycastObb(ray([0, 0, 0], [2, 0, 0]), box)).toBeCloseTo((10 - Math.SQRT2) / 2, 14);
    expect(raycastObb(ray([0, 0, 1], [1, 0, 0]), box)).toBeCloseTo(10 - (Math.SQRT2 - 1), 14);
    expect(raycastObb(ray([0, 0, 1.5], [1, 0, 0]), box)).toBeNull();
    expect(raycastObb(ray([0, 1.01, 0], [1, 0, 0]), box)).toBeNull();
    expect(raycastObb(ray([0, 0, 0], [-1, 0, 0]), box)).toBeNull();
  });

  it('a ray from inside hits the exit, or a solid box at 0', () => {
    const matrix = new Matrix4().makeTranslation(3, 4, 5).multiply(new Matrix4().makeRotationZ(Math.PI / 2));
    const box = placed(symmetric, matrix);
    expect(raycastObb(ray([3, 4, 5], [1, 0, 0]), box)).toBeCloseTo(1, 15);
    expect(raycastObb(ray([3, 4, 5], [1, 0, 0]), box, { solid: true })).toBe(0);
    expect(raycastObb(ray([0, 4, 5], [1, 0, 0]), box, { tMin: 2.5, solid: true })).toBe(2.5);
    expect(raycastObb(ray([9, 4, 5], [1, 0, 0]), box, { tMin: -Infinity })).toBeCloseTo(-7, 14);
  });

  describe('an asymmetric local box', () => {
    const matrix = new Matrix4().makeTranslation(10, 20, 30);

    it('a ray hits an asymmetric local box where it is, not where a symmetric one would be', () => {
      const box = placed(asymmetric, matrix);
      expect(raycastObb(ray([0, 23, 34], [1, 0, 0]), box)).toBe(11);
      expect(raycastObb(ray([20, 23, 34], [-1, 0, 0]), box)).toBe(8);
      expect(raycastObb(ray([11.5, 0, 34], [0, 1, 0]), box)).toBe(22);
      expect(raycastObb(ray([11.5, 23, 100], [0, 0, -1]), box)).toBe(64);
    });

    it.each<[string, Triple, number | null]>([
      ['inside the slab', [0, 23, 34], 11],
      ['at the low end of the slab', [0, 22, 34], 11],
      ['at the high end of the slab', [0, 24, 34], 11],
      ['just below the slab', [0, 21.999, 34], null],
      ['just above the slab', [0, 24.001, 34], null],
      ['in the slab of the mirrored box', [0, 17, 34], null],
      ['below the other slab', [0, 23, 32.999], null],
      ['at the end of the other slab', [0, 23, 36], 11],
    ])('a ray parallel to a face gets the right t, or null, %s', (_, origin, t) => {
      expect(raycastObb(ray(origin, [1, 0, 0]), placed(asymmetric, matrix))).toBe(t);
    });

    it('a ray hits an asymmetric local box that is turned by a quarter', () => {
      // x becomes y, and y becomes -x: the box reaches from -4 to -2 on x and from 1 to 2 on y.
      const turn = new Matrix4().set(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
      const box = placed(asymmetric, turn);
      expect(raycastObb(ray([-10, 1.5, 4], [1, 0, 0]), box)).toBe(6);
      expect(raycastObb(ray([-3, -10, 4], [0, 1, 0]), box)).toBe(11);
      expect(raycastObb(ray([-10, 0.5, 4], [1, 0, 0]), box)).toBeNull();
      expect(raycastObb(ray([-10, 2, 6], [1, 0, 0]), box)).toBe(6);
    });
  });

  it('a ray hits a scaled box', () => {
    const box = placed(symmetric, new Matrix4().makeScale(2, 0.5, 4));
    expect(raycastObb(ray([-10, 0, 0], [1, 0, 0]), box)).toBe(8);
    expect(raycastObb(ray([0, -10, 0], [0, 1, 0]), box)).toBe(9.5);
    expect(raycastObb(ray([0, 0, -10], [0, 0, 1]), box)).toBe(6);
    expect(raycastObb(ray([2, 0.5, -10], [0, 0, 1]), box)).toBe(6);
    expect(raycastObb(ray([2, 0.501, -10], [0, 0, 1]), box)).toBeNull();
    expect(raycastObb(ray([0, -10, 0], [0, 5, 0]), box)).toBe(1.9);
  });

  it('a ray hits a mirrored box', () => {
    const box = placed(asymmetric, new Matrix4().makeScale(-1, 1, 1));
    expect(raycastObb(ray([0, 3, 4], [-1, 0, 0]), box)).toBe(1);
    expect(raycastObb(ray([0, 3, 4], [1, 0, 0]), box)).toBeNull();
    expect(raycastObb(ray([-10, 3, 4], [1, 0, 0]), box)).toBe(8);
  });

  it('a ray hits a sheared box', () => {
    // x grows by y: the unit box becomes a parallelogram from (-2, -1) and (0, -1) to (0, 1) and (2, 1).
    const box = placed(symmetric, new Matrix4().set(1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
    expect(raycastObb(ray([-10, 0, 0], [1, 0, 0]), box)).toBe(9);
    expect(raycastObb(ray([-10, 1, 0], [1, 0, 0]), box)).toBe(10);
    expect(raycastObb(ray([-10, -1, 0], [1, 0, 0]), box)).toBe(8);
    expect(raycastObb(ray([-1.5, 10, 0], [0, -1, 0]), box)).toBe(10.5);
    expect(raycastObb(ray([1.5, -10, 0], [0, 1, 0]), box)).toBe(10.5);
  });

  it('a ray hits a box at coordinates of millions of metres', () => {
    const box = obbFromCenter({ x: 4.1e6, y: 1.2e6, z: 4.7e6 }, { x: 0.5, y: 0.5, z: 0.5 }, { x: 0, y: 0, z: 0, w: 1 });
    const across = Math.SQRT1_2;
    const turned = obbFromCenter(
      { x: 4.1e6, y: 1.2e6, z: 4.7e6 },
      { x: 0.5, y: 0.5, z: 0.5 },
      { x: 0, y: 0, z: across, w: across },
    );
    const down = ray([4.1e6, 1.2e6, 4.7e6 + 100], [0, 0, -1]);
    expect(raycastObb(down, box)).toBe(99.5);
    expect(raycastObb(down, turned)).toBeCloseTo(99.5, 12);
    expect(raycastObb(ray([4.1e6 + 0.4999, 1.2e6, 4.7e6 + 100], [0, 0, -1]), box)).toBe(99.5);
    expect(raycastObb(ray([4.1e6 + 0.5001, 1.2e6, 4.7e6 + 100], [0, 0, -1]), box)).toBeNull();
  });

  it('a box with no rotation has the t of the box without a matrix', () => {
    const box = { min: { x: 2, y: 3, z: 4 }, max: { x: 4, y: 5, z: 6 } };
    const same = { ...unit, matrix: new Matrix4().makeTranslation(3, 4, 5) };
    for (const query of [ray([0, 0, 0], [3, 4, 5]), ray([3, 4, 5], [1, 2, 3]), ray([0, 4, 5], [1, 0, 0])]) {
      expect(raycastObb(query, same)).toBe(raycastAabb(query, box));
    }
  });

  it('a ray misses a box if its numbers overflow in the space of the box', () => {
    // 1e200 wide in its own space, and 1 wide in the world.
    const wide = {
      min: vec([0, -1, -1]),
      max: vec([1e200, 1, 1]),
      matrix: new Matrix4().makeScale(1e-200, 1, 1),
    };
    const cast = (x: number, y: number, direction: number) =>
      raycastObb({ origin: vec([x, y, 0]), direction: vec([direction, 0, 0]) }, wide);
    expect(cast(-2, 0, 1)).toBe(2);
    expect(cast(-2, 0, 1e100) ?? 0).toBeCloseTo(2e-100, 110);
    expect(cast(-2, 0, 1e200)).toBeNull();
    // An infinite direction would meet all planes at 0, also those of a box behind it.
    expect(cast(2, 0, 1e200)).toBeNull();
    expect(cast(1e200, 0, -1)).toBeNull();
  });

  it('raycastObb never returns -0', () => {
    const box = { ...unit, matrix: new Matrix4() };
    expect(Object.is(raycastObb(ray([1, 0, 0], [-1, 0, 0]), box), 0)).toBe(true);
    expect(Object.is(raycastObb(ray([0, 0, 0], [1, 0, 0]), box, { tMin: -0, solid: true }), 0)).toBe(true);
  });

  it('the point at the returned t is on the box', async () => {
    await search(
      5,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const matrix = new Matrix4().makeRotationAxis(new Vector3(...random.direction()), random.between(0, 6));
        matrix.setPosition(...random.triple(-5, 5));
        const box = { ...unit, matrix };
        const query = ray(random.triple(-10, 10), random.direction());
        const t = raycastObb(query, box);
        if (t === null) return;
        const { x, y, z } = rayPointAt(query, t);
        const local = new Vector3(x, y, z).applyMatrix4(matrix.clone().invert());
        expect(Math.max(Math.abs(local.x), Math.abs(local.y), Math.abs(local.z))).toBeCloseTo(1, 10);
      }),
    );
  });

  it('raycastObb returns exactly the t of the formula in the space of the box, bit for bit', async () => {
    await search(
      10,
      fc.property(fc.constantFrom(...familyNames), recipes(10), fc.nat(), (family, recipe, seed) => {
        const boxes = boxesOf(family, recipe).filter(({ matrix }) => matrix !== null);
        const random = new Random(seed);
        for (const box of boxes) {
          const ray = rayAmong(random, boxes);
          const range = rangeAmong(random, boxes, ray);
          const expected = hitOf(box, ray, range);
          const query = { origin: vec(ray.origin), direction: vec(ray.direction) };
          const found = raycastObb(query, { min: vec(box.min), max: vec(box.max), matrix: box.matrix ?? [] }, range);
          if (!Object.is(found, expected)) throw new Error(show({ found, expected, box, ray, range }));
        }
      }),
    );
  });
});
