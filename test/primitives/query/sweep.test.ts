import { contact, distance, penetration, sweep } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { vec } from '../../support/triple';

const cubeAt = (x: number) => ({ min: vec([x - 1, -1, -1]), max: vec([x + 1, 1, 1]) });
const floor = { min: vec([-5, 0, -5]), max: vec([5, 1, 5]) };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('sweep', () => {
  it('two cubes whose faces are 3 apart touch at a distance of exactly 3', () => {
    const motion = vec([5, 0, 0]);
    expect(sweep(cubeAt(0), motion, cubeAt(5))).toMatchObject({ t: 0.6, distance: 3, normal: { x: -1, y: 0, z: 0 } });
    const oriented = { ...cubeAt(0), matrix: IDENTITY };
    expect(sweep(oriented, motion, { ...cubeAt(5), matrix: IDENTITY })?.distance).toBe(3);
  });

  it('a sphere that falls on a corner touches the corner, and the normal goes to its centre', () => {
    const hit = sweep({ center: vec([-1, 2, 0]), radius: Math.SQRT2 }, vec([0, -4, 0]), {
      min: vec([0, -1, -1]),
      max: vec([1, 0, 1]),
    });
    expect(hit?.point.x).toBeCloseTo(0, 12);
    expect(hit?.point.y).toBeCloseTo(0, 12);
    expect(hit?.distance).toBeCloseTo(1, 12);
    expect(hit?.normal.x).toBeCloseTo(-Math.SQRT1_2, 12);
  });

  it('a motion of zero hits only what the shape touches already', () => {
    const still = vec([0, 0, 0]);
    expect(sweep({ center: vec([0, 2, 0]), radius: 1 }, still, floor)).toMatchObject({
      t: 0,
      startsOverlapping: true,
      depth: 0,
    });
    expect(sweep({ center: vec([0, 2.01, 0]), radius: 1 }, still, floor)).toBeNull();
  });

  it('a shape that is inside another one leaves it by the shortest way', () => {
    const hit = sweep({ center: vec([4.5, 0.5, 0]), radius: 0.1 }, vec([1, 0, 0]), floor);
    expect(hit).toMatchObject({ t: 0, distance: 0, startsOverlapping: true });
    expect(hit?.depth).toBeCloseTo(0.6, 12);
  });

  it('a triangle is a surface: a shape across it leaves to the side of its middle', () => {
    const triangle = { a: vec([-9, 0, -9]), b: vec([9, 0, -9]), c: vec([0, 0, 18]) };
    const box = (middle: number) => ({ min: vec([-1, middle - 2, -1]), max: vec([1, middle + 2, 1]) });
    expect(contact(box(0.5), triangle)).toMatchObject({ normal: { x: 0, y: 1, z: 0 }, depth: 1.5 });
    expect(contact(box(-0.5), triangle)).toMatchObject({ normal: { x: 0, y: -1, z: 0 }, depth: 1.5 });
    expect(penetration(box(0.5), triangle)).toEqual({ x: 0, y: 1.5, z: 0 });
  });

  it('tMax ends the motion', () => {
    const ball = { center: vec([0, 3, 0]), radius: 1 };
    expect(sweep(ball, vec([0, -1, 0]), floor)?.t).toBe(1);
    expect(sweep(ball, vec([0, -1, 0]), floor, { tMax: 0.999 })).toBeNull();
    expect(sweep(ball, vec([0, -0.5, 0]), floor, { tMax: 2 })?.t).toBe(2);
  });

  it('with a margin, the shape stops before it touches', () => {
    const ball = { center: vec([0, 3, 0]), radius: 1 };
    const hit = sweep(ball, vec([0, -1, 0]), floor, { margin: 0.25 });
    expect(hit).toMatchObject({ t: 0.75, depth: -0.25, startsOverlapping: false, point: { x: 0, y: 1, z: 0 } });
    const near = sweep({ center: vec([0, 2.125, 0]), radius: 1 }, vec([0, -1, 0]), floor, { margin: 0.25 });
    expect(near).toMatchObject({ t: 0, depth: -0.125, startsOverlapping: false });
  });

  it('with ignoreStart, a capsule on a floor can walk and jump, but not sink', () => {
    const capsule = { a: vec([0, 1.5, 0]), b: vec([0, 2.5, 0]), radius: 0.5 };
    const ignored = (x: number, y: number) => sweep(capsule, vec([x, y, 0]), floor, { ignoreStart: true });
    expect(ignored(1, 0)).toBeNull();
    expect(ignored(0, 1)).toBeNull();
    expect(ignored(1, -0.1)).toMatchObject({ t: 0, startsOverlapping: true });
    const wall = { min: vec([2, 0, -5]), max: vec([3, 9, 5]) };
    expect(sweep(capsule, vec([8, 0, 0]), wall, { ignoreStart: true })?.distance).toBeCloseTo(1.5, 12);
  });

  it('a fast thin shape does not pass a thin wall', () => {
    const wall = { a: vec([5, -9, -9]), b: vec([5, 9, -9]), c: vec([5, 0, 9]) };
    for (const radius of [0, 1e-9, 1e-3]) {
      const hit = sweep({ center: vec([0, 0.1, 0.2]), radius }, vec([1e9, 0, 0]), wall);
      expect(hit?.point.x).toBeCloseTo(5, 9);
      expect(hit?.normal.x).toBeCloseTo(-1, 9);
    }
  });

  it('a point that falls on a flat box from far away does not fall through', () => {
    const flat = { min: vec([-1, 2.516851292664274, -1]), max: vec([1, 2.516851292664274, 1]) };
    const fall = vec([0, -2000, 0]);
    for (const other of [flat, { ...flat, matrix: IDENTITY }]) {
      for (const point of [vec([0, 1002.5168512926643, 0]), vec([-1, 1002.5168512926643, 1])]) {
        expect(sweep(point, fall, other)).toMatchObject({ startsOverlapping: false, normal: vec([0, 1, 0]) });
      }
    }
  });

  it('a shape that moves along a face beside it misses', () => {
    expect(sweep({ center: vec([0, 2.5, 0]), radius: 1 }, vec([9, 0, 0]), floor)).toBeNull();
  });
});

describe('shapes that are points, lines or flat', () => {
  it('two equal points touch, and two others do not', () => {
    expect(distance(vec([1, 2, 3]), vec([1, 2, 3]))).toBe(0);
    expect(distance(vec([1, 2, 3]), vec([1, 2, 5]))).toBe(2);
    expect(contact(vec([1, 2, 3]), vec([1, 2, 3])).depth).toBe(0);
  });

  it('a capsule with equal ends is a sphere', () => {
    const sphere = { center: vec([0, 4, 0]), radius: 1 };
    const capsule = { a: sphere.center, b: sphere.center, radius: 1 };
    expect(contact(capsule, floor)).toEqual(contact(sphere, floor));
  });

  it('a ball on a segment in the middle of another leaves it across the segment', () => {
    const capsule = { a: vec([-3, 0, 0]), b: vec([3, 0, 0]), radius: 0 };
    const hit = contact({ center: vec([1, 0, 0]), radius: 0.5 }, capsule);
    expect(hit.depth).toBe(0.5);
    expect(hit.normal.x).toBe(0);
  });

  it('collinear segments are apart by the gap between their ends', () => {
    const segment = (from: number, to: number) => ({ a: vec([from, 0, 0]), b: vec([to, 0, 0]), radius: 0 });
    expect(distance(segment(0, 1), segment(3, 9))).toBe(2);
    expect(distance(segment(0, 4), segment(3, 9))).toBe(0);
  });
});
