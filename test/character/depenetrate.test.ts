import fc from 'fast-check';
import { BoxScene, distance, overlaps, type Shape, type Vec3 } from 'slabtree';
import { depenetrate } from 'slabtree/character';
import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate, z: coordinate });
const size = fc.double({ min: 0.1, max: 1, noNaN: true });

const around = ({ x, y, z }: Vec3, half: number) => ({
  min: { x: x - half, y: y - half, z: z - half },
  max: { x: x + half, y: y + half, z: z + half },
});

const shapes: fc.Arbitrary<Shape> = fc.oneof(
  point,
  fc.record({ center: point, radius: size }),
  fc.record({ a: point, b: point, radius: size }),
  fc.record({ a: point, b: point, c: point }),
  fc.tuple(point, size).map(([center, half]) => around(center, half)),
  fc.tuple(point, size, size).map(([center, half, radius]) => ({ ...around(center, half), radius })),
  fc.tuple(point, size).map(([{ x, y, z }, half]) => ({
    ...around({ x: 0, y: 0, z: 0 }, half),
    matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x, y, z, 1],
  })),
);

/** A shape, moved by a matrix in front of its own one, or by its vectors. */
function movedBy(shape: Shape, way: Vec3): Shape {
  const move = ({ x, y, z }: Vec3) => ({ x: x + way.x, y: y + way.y, z: z + way.z });
  if ('x' in shape) return move(shape);
  if ('center' in shape) return { ...shape, center: move(shape.center) };
  if ('c' in shape) return { a: move(shape.a), b: move(shape.b), c: move(shape.c) };
  if ('a' in shape) return { ...shape, a: move(shape.a), b: move(shape.b) };
  if (!('matrix' in shape)) return { ...shape, min: move(shape.min), max: move(shape.max) };
  const matrix = Array.from(shape.matrix as number[]);
  [way.x, way.y, way.z].forEach((along, k) => (matrix[12 + k] += along));
  return { ...shape, matrix };
}

describe('depenetrate', () => {
  it('a shape that is parted only touches what it was in, and keeps its kind and size', async () => {
    await search(
      5,
      fc.property(shapes, fc.array(fc.tuple(point, size), { minLength: 1, maxLength: 4 }), (shape, boxes) => {
        const scene = new BoxScene();
        for (const [center, half] of boxes) scene.addAabb(around(center, half));
        const { translation, succeeded } = depenetrate(scene, shape);
        if (!succeeded) {
          expect(translation).toEqual({ x: 0, y: 0, z: 0 });
          return;
        }
        const moved = movedBy(shape, translation);
        for (const { depth } of scene.contacts(moved)) expect(depth).toBeLessThan(1e-9);
        // It was moved only if it overlapped something. Out of one box, it goes no further than it must.
        const isFree = !boxes.some(([center, half]) => overlaps(shape, around(center, half)));
        if (isFree) expect(translation).toEqual({ x: 0, y: 0, z: 0 });
        const gaps = boxes.map(([center, half]) => distance(moved, around(center, half)));
        if (!isFree && boxes.length === 1) expect(Math.min(...gaps)).toBeLessThan(1e-6);
      }),
    );
  });

  it('out of a single box, the translation is the penetration', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -5, y: -1, z: -5 }, max: { x: 5, y: 0, z: 5 } });
    const ball = { center: { x: 1, y: 0.3, z: 2 }, radius: 0.5 };
    const { translation, succeeded } = depenetrate(scene, ball);
    expect(succeeded).toBe(true);
    expect(translation.y).toBeCloseTo(0.2, 12);
    expect(depenetrate(scene, ball, { margin: 0.1 }).translation.y).toBeCloseTo(0.3, 12);
  });

  it('out of a corner, the translation is the least that leaves both walls', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -5, y: -1, z: -5 }, max: { x: 5, y: 0, z: 5 } });
    scene.addAabb({ min: { x: 1, y: -5, z: -5 }, max: { x: 2, y: 5, z: 5 } });
    const { translation, succeeded } = depenetrate(scene, { center: { x: 0.8, y: 0.3, z: 0 }, radius: 0.5 });
    expect(succeeded).toBe(true);
    expect(translation.x).toBeCloseTo(-0.3, 12);
    expect(translation.y).toBeCloseTo(0.2, 12);
  });

  it('between two walls that are too close, it does not succeed, and moves nothing', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -2, y: -5, z: -5 }, max: { x: -0.4, y: 5, z: 5 } });
    scene.addAabb({ min: { x: 0.4, y: -5, z: -5 }, max: { x: 2, y: 5, z: 5 } });
    const ball = { center: { x: 0, y: 0, z: 0 }, radius: 0.5 };
    expect(depenetrate(scene, ball)).toEqual({ translation: { x: 0, y: 0, z: 0 }, succeeded: false });
  });

  it('a round is a query for contacts: as many as maxRounds, and one to see that it succeeded', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -5, y: -1, z: -5 }, max: { x: 5, y: 0, z: 5 } });
    scene.addAabb({ min: { x: 0.6, y: 0, z: -5 }, max: { x: 5, y: 5, z: 5 } }, 2);
    const ball = { center: { x: 0.4, y: 0.3, z: 0 }, radius: 0.5 };
    expect(depenetrate(scene, ball, { maxRounds: 1 }).succeeded).toBe(true);
    expect(depenetrate(scene, ball, { mask: 1 }).translation.x).toBe(0);
    expect(depenetrate(scene, ball, { filter: (id) => id === 0 }).translation.x).toBe(0);
  });
});
