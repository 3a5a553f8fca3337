import { describe, expect, it } from 'vitest';
import { BoxScene, type Hit, type RaycastOptions } from 'slabtree';
import { Matrix4 } from 'three';
import { backends } from '../../support/compare';
import { type Triple, triple, vec } from '../../support/triple';

const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };

function hitOf(scene: BoxScene, origin: Triple, direction: Triple, options: RaycastOptions = {}): Hit {
  const hit = scene.raycast({ origin: vec(origin), direction: vec(direction) }, options);
  if (hit === null) throw new Error('the ray should hit');
  return hit;
}

describe.each(backends)('hits on an axis-aligned box (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  scene.addAabb(unit);

  it.each<[string, Triple, Triple, Triple]>([
    ['at the face of the smallest x', [-1, 0.5, 0.5], [2, 0, 0], [-1, 0, 0]],
    ['at the face of the largest x', [2, 0.5, 0.5], [-2, 0, 0], [1, 0, 0]],
    ['at the face of the smallest y', [0.5, -1, 0.5], [0, 1, 0], [0, -1, 0]],
    ['at the face of the largest y', [0.5, 2, 0.5], [0, -1, 0], [0, 1, 0]],
    ['at the face of the smallest z', [0.5, 0.5, -1], [0, 0, 1], [0, 0, -1]],
    ['at the face of the largest z', [0.5, 0.5, 2], [0, 0, -1], [0, 0, 1]],
    ['on an edge, x before y', [-1, -1, 0.5], [1, 1, 0], [-1, 0, 0]],
    ['on an edge, y before z', [0.5, 2, -1], [0, -1, 1], [0, 1, 0]],
    ['on an edge, x before z', [2, 0.5, 2], [-1, 0, -1], [1, 0, 0]],
    ['at a corner, x before y before z', [-1, 2, -1], [1, -1, 1], [-1, 0, 0]],
    ['along a face', [-1, 1, 0.5], [1, 0, 0], [-1, 0, 0]],
    ['along an edge', [0, -1, 1], [0, 1, 0], [0, -1, 0]],
  ])('a hit %s has the outward normal of the face that the ray enters', (_, origin, direction, normal) => {
    const hit = hitOf(scene, origin, direction);
    expect(triple(hit.normal)).toEqual(normal);
    expect(hit.inside).toBe(false);
  });

  it.each<[string, Triple, Triple, Triple]>([
    ['through the face of the largest x', [0.5, 0.5, 0.5], [1, 0, 0], [1, 0, 0]],
    ['through the face of the smallest y', [0.5, 0.5, 0.5], [0, -1, 0], [0, -1, 0]],
    ['through the face of the largest z', [0.5, 0.5, 0.5], [0.1, 0.1, 1], [0, 0, 1]],
    ['through an edge, x before y', [0.5, 0.5, 0.5], [-1, 1, 0], [-1, 0, 0]],
    ['through an edge, y before z', [0.5, 0.5, 0.5], [0, 1, 1], [0, 1, 0]],
    ['through a corner', [0.5, 0.5, 0.5], [-1, -1, -1], [-1, 0, 0]],
  ])('a hit from inside %s has the outward normal of the face that the ray leaves', (_, origin, direction, normal) => {
    const hit = hitOf(scene, origin, direction);
    expect(triple(hit.normal)).toEqual(normal);
    expect(hit.inside).toBe(true);
  });

  it('a hit from inside a solid box lies at tMin and has a normal of zeros', () => {
    const hit = hitOf(scene, [0.5, 0.5, 0.5], [2, 0, 0], { solid: true });
    expect(hit).toEqual({
      id: 0,
      t: 0,
      distance: 0,
      point: vec([0.5, 0.5, 0.5]),
      normal: vec([0, 0, 0]),
      inside: true,
      triangle: -1,
      u: 0,
      v: 0,
      front: false,
    });
    const later = hitOf(scene, [-1, 0.5, 0.5], [2, 0, 0], { solid: true, tMin: 0.75 });
    expect(later).toEqual({
      id: 0,
      t: 0.75,
      distance: 1.5,
      point: vec([0.5, 0.5, 0.5]),
      normal: vec([0, 0, 0]),
      inside: true,
      triangle: -1,
      u: 0,
      v: 0,
      front: false,
    });
  });

  it('a hit from outside is the same for a solid box', () => {
    expect(hitOf(scene, [-1, 0.5, 0.5], [1, 0, 0], { solid: true })).toEqual(hitOf(scene, [-1, 0.5, 0.5], [1, 0, 0]));
  });

  it('a hit behind the origin of a line is where the line enters the box', () => {
    const hit = hitOf(scene, [3, 0.5, 0.5], [1, 0, 0], { tMin: -Infinity });
    expect(hit).toMatchObject({
      t: -3,
      distance: 3,
      point: vec([0, 0.5, 0.5]),
      normal: vec([-1, 0, 0]),
      inside: false,
    });
  });

  it('a hit has the point of rayPointAt, and a distance in world units', () => {
    const hit = hitOf(scene, [-3, -4, 0.5], [6, 8, 0]);
    expect(hit.t).toBe(0.5);
    expect(hit.point).toEqual(vec([0, 0, 0.5]));
    expect(hit.distance).toBe(5);
  });

  it('a hit has a finite distance even if the length of the direction is infinite', () => {
    const huge = 1.5e308;
    expect(hitOf(scene, [0.25, 0.25, 0.5], [huge, huge, 0]).distance).toBeCloseTo(0.75 * Math.SQRT2, 12);
    expect(hitOf(scene, [0, 0.25, 0.5], [huge, huge, 0]).distance).toBe(0);
    expect(hitOf(scene, [-3, -3, 0.5], [huge, huge, huge / 1e9]).distance).toBeCloseTo(3 * Math.SQRT2, 8);
  });

  it('a hit with refine has the refined t, point and distance, and the normal of the box', () => {
    const hit = hitOf(scene, [-1, 0.5, 0.5], [2, 0, 0], { refine: (_, t) => t + 0.25 });
    expect(hit).toEqual({
      id: 0,
      t: 0.75,
      distance: 1.5,
      point: vec([0.5, 0.5, 0.5]),
      normal: vec([-1, 0, 0]),
      inside: false,
      triangle: -1,
      u: 0,
      v: 0,
      front: true,
    });
  });
});

describe.each(backends)('hits on an oriented box (%s)', (backend) => {
  it('a hit has the normal of the rotated face, in world space, with length 1', () => {
    const scene = new BoxScene({ backend });
    const turn = new Matrix4().makeRotationZ(Math.PI / 6);
    scene.addObb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: turn });
    const { normal } = hitOf(scene, [-10, 0, 0], [1, 0, 0]);
    expect(normal.x).toBeCloseTo(-Math.cos(Math.PI / 6), 14);
    expect(normal.y).toBeCloseTo(-Math.sin(Math.PI / 6), 14);
    expect(normal.z).toBeCloseTo(0, 14);
  });

  it('a hit has an outward normal on a mirrored box', () => {
    const scene = new BoxScene({ backend });
    scene.addObb({ ...unit, matrix: new Matrix4().makeScale(-1, 2, 3) });
    expect(hitOf(scene, [-5, 1, 1], [1, 0, 0])).toMatchObject({ t: 4, normal: vec([-1, 0, 0]) });
    expect(hitOf(scene, [5, 1, 1], [-1, 0, 0])).toMatchObject({ t: 5, normal: vec([1, 0, 0]) });
    expect(hitOf(scene, [-0.5, 1, 1], [1, 0, 0])).toMatchObject({ t: 0.5, normal: vec([1, 0, 0]), inside: true });
  });

  it('a hit has a normal that is perpendicular to a sheared face', () => {
    const scene = new BoxScene({ backend });
    // x grows with y, so the faces across x lean.
    const shear = new Matrix4().set(1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    scene.addObb({ ...unit, matrix: shear });
    const { normal } = hitOf(scene, [-5, 0.5, 0.5], [1, 0, 0]);
    expect(normal.x).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(normal.y).toBeCloseTo(Math.SQRT1_2, 15);
    expect(normal.z).toBe(0);
  });

  it("a hit on an edge has the normal of the first of the box's own axes", () => {
    const scene = new BoxScene({ backend });
    // A quarter turn: the box's x axis is the world's y axis.
    const turn = new Matrix4().set(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    scene.addObb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: turn });
    expect(hitOf(scene, [-3, -3, 0], [1, 1, 0]).normal).toEqual(vec([0, -1, 0]));
    expect(hitOf(scene, [0, 0, 0], [1, 1, 0])).toMatchObject({ normal: vec([0, 1, 0]), inside: true });
  });

  it('a hit from inside a solid oriented box has a normal of zeros', () => {
    const scene = new BoxScene({ backend });
    scene.addObb({ ...unit, matrix: new Matrix4().makeTranslation(4, 4, 4) });
    expect(hitOf(scene, [4.5, 4.5, 4.5], [1, 0, 0], { solid: true })).toMatchObject({
      t: 0,
      normal: vec([0, 0, 0]),
      inside: true,
    });
  });
});
