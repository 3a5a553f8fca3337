import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obbFromCenter } from 'slabtree';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

const center = { x: 1, y: 2, z: 3 };
const halfSize = { x: 4, y: 5, z: 6 };

describe('obbFromCenter', () => {
  it('an oriented box reaches its half size along its own axes', () => {
    const box = obbFromCenter(center, halfSize, { x: 0, y: 0, z: 0, w: 1 });
    expect(box.min).toEqual({ x: -4, y: -5, z: -6 });
    expect(box.max).toEqual({ x: 4, y: 5, z: 6 });
    expect(box.matrix).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
  });

  it('a quaternion of any length turns an oriented box, as in three.js', async () => {
    await search(
      2,
      fc.property(fc.nat(), fc.constantFrom(1, 0.25, 3, 100), (seed, length) => {
        const random = new Random(seed);
        const turn = new Quaternion().setFromAxisAngle(new Vector3(...random.direction()), random.between(-7, 7));
        const { x, y, z, w } = turn;
        const { matrix } = obbFromCenter(center, halfSize, {
          x: length * x,
          y: length * y,
          z: length * z,
          w: length * w,
        });
        const expected = new Matrix4().compose(new Vector3(1, 2, 3), turn, new Vector3(1, 1, 1)).elements;
        expect(matrix).toHaveLength(16);
        Array.from(matrix as number[]).forEach((value, i) => {
          expect(value).toBeCloseTo(expected[i], 13);
        });
      }),
    );
  });

  it('the linear part of a matrix turns an oriented box, which keeps its centre', () => {
    const turn = new Matrix4().makeRotationY(1).setPosition(70, 80, 90);
    const [a, b, c, , d, e, f, , g, h, i] = turn.elements;
    const expected = [a, b, c, 0, d, e, f, 0, g, h, i, 0, 1, 2, 3, 1];
    expect(obbFromCenter(center, halfSize, turn).matrix).toEqual(expected);
    expect(obbFromCenter(center, halfSize, Float64Array.from(turn.elements)).matrix).toEqual(expected);
  });

  it('an oriented box may be flat', () => {
    const box = obbFromCenter(center, { x: 1, y: 0, z: 1 }, { x: 0, y: 0, z: 0, w: 1 });
    expect(box.min.y).toBeCloseTo(0);
    expect(box.max.y).toBe(0);
  });
});
