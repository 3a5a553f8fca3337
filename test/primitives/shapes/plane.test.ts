import { describe, expect, it } from 'vitest';
import { planeFromNormalAndDistance, planeFromNormalAndPoint } from 'slabtree';

describe('planes from points and distances', () => {
  it('a plane goes through its point', () => {
    expect(planeFromNormalAndPoint({ x: 0, y: 2, z: 1 }, { x: 7, y: 3, z: 4 })).toEqual({
      normal: { x: 0, y: 2, z: 1 },
      constant: -10,
    });
  });

  it('a plane contains the points whose product with the normal is the distance', () => {
    expect(planeFromNormalAndDistance({ x: 0, y: 1, z: 0 }, 5)).toEqual({ normal: { x: 0, y: 1, z: 0 }, constant: -5 });
  });

  it('a plane keeps a copy of the normal', () => {
    const normal = { x: 1, y: 0, z: 0 };
    const plane = planeFromNormalAndDistance(normal, 1);
    normal.x = 9;
    expect(plane.normal.x).toBe(1);
  });
});
