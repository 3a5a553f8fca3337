import { BoxScene, closestPoints, distance, overlaps } from 'slabtree';
import { Box3, Sphere, Triangle, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { copyShape } from '../../../src/primitives/shapes/copyShape';
import { kindOfShape } from '../../../src/primitives/shapes/shape';

const corner = new Vector3(1, 1, 1);

describe('shapes of three.js', () => {
  it.each([
    // It has methods named min and max, as a box has corners.
    ['point', new Vector3()],
    ['sphere', new Sphere(corner, 2)],
    ['triangle', new Triangle()],
    ['box', new Box3(new Vector3(), corner)],
  ])('a shape of three.js is taken as a %s', (kind, shape) => {
    expect(kindOfShape('shape', shape)).toBe(kind);
  });

  it('a Vector3 gives the answers of a plain point', () => {
    const scene = new BoxScene();
    scene.addAabb(new Box3(new Vector3(), corner));
    const [plain, vector] = [{ x: 3, y: 1, z: 1 }, new Vector3(3, 1, 1)];
    expect(scene.nearest(vector)).toEqual(scene.nearest(plain));
    expect(scene.nearest(vector)[0].distance).toBe(2);
    expect(scene.overlap(corner).toArray()).toEqual(Uint32Array.of(0));
    expect(scene.sweep(vector, new Vector3(-4, 0, 0))?.t).toBe(0.5);
    expect(scene.contacts(corner).map(({ id }) => id)).toEqual([0]);
    expect(distance(vector, corner)).toBe(2);
    expect(closestPoints(vector, { center: corner, radius: 1 }).distance).toBe(1);
    expect(overlaps(vector, plain)).toBe(true);
  });

  it('a copy of a Vector3 is a plain point', () => {
    expect(copyShape('shape', new Vector3(1, 2, 3))).toEqual({ x: 1, y: 2, z: 3 });
  });
});
