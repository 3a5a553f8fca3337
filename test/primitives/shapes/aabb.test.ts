import { describe, expect, it } from 'vitest';
import { aabbFromPoints } from 'slabtree';

describe('aabbFromPoints', () => {
  it('aabbFromPoints accepts two opposite corners in any order', () => {
    const box = { min: { x: -1, y: -2, z: -3 }, max: { x: 4, y: 5, z: 6 } };
    expect(aabbFromPoints({ x: -1, y: -2, z: -3 }, { x: 4, y: 5, z: 6 })).toEqual(box);
    expect(aabbFromPoints({ x: 4, y: 5, z: 6 }, { x: -1, y: -2, z: -3 })).toEqual(box);
    expect(aabbFromPoints({ x: 4, y: -2, z: 6 }, { x: -1, y: 5, z: -3 })).toEqual(box);
  });

  it('aabbFromPoints accepts any number of points', () => {
    const box = aabbFromPoints(
      { x: 0, y: 0, z: 0 },
      { x: 1, y: 1, z: 1 },
      { x: -5, y: 0.5, z: 2 },
      { x: 0, y: 7, z: -1 },
    );
    expect(box).toEqual({ min: { x: -5, y: 0, z: -1 }, max: { x: 1, y: 7, z: 2 } });
  });

  it('aabbFromPoints can return a point, and does not change its arguments', () => {
    const point = { x: 1, y: 2, z: 3 };
    const box = aabbFromPoints(point, point);
    box.max.x = 9;
    expect(box.min).toEqual({ x: 1, y: 2, z: 3 });
    expect(point).toEqual({ x: 1, y: 2, z: 3 });
  });
});
