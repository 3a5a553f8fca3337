import fc from 'fast-check';
import { overlaps, signedCrossing, type Triangle } from 'slabtree';
import { Triangle as ThreeTriangle, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type ClosedMesh, cornersOf, cubes, icosphere, knot, mapped } from '../../../support/closedMeshes';
import { Random } from '../../../support/random';
import { search } from '../../../support/runs';
import type { Corners } from '../../../support/triangles';
import { each, type Triple, vec } from '../../../support/triple';
import { step } from '../../../support/ulps';
import { ExactMesh } from '../../../support/windingNumber';

const triangleOf = ([a, b, c]: Corners): Triangle => ({ a: vec(a), b: vec(b), c: vec(c) });
/** Its front looks along +x. */
const wall: Corners = [
  [4, 0, 0],
  [4, 2, 0],
  [4, 0, 2],
];

describe('signedCrossing', () => {
  it.each<readonly [string, Triple, number]>([
    ['behind the middle', [1, 0.5, 0.5], 1],
    ['in front of the middle', [5, 0.5, 0.5], 0],
    ['on the middle', [4, 0.5, 0.5], NaN],
    ['on an edge', [4, 1, 0], NaN],
    ['on the slanted edge', [4, 1, 1], NaN],
    ['on a corner', [4, 0, 2], NaN],
    ['behind a lower edge, which is crossed', [1, 1, 0], 1],
    ['behind an upper edge, which is not', [1, 1, 1], 0],
    ['behind the least corner', [1, 0, 0], 1],
    ['behind the top corner', [1, 0, 2], 0],
    ['behind the plane, beside the triangle', [1, 1.5, 1.5], 0],
    ['in the plane, beside the triangle', [4, 1.5, 1.5], 0],
    ['a step behind', [step(4, -1), 0.5, 0.5], 1],
    ['a step in front', [step(4, 1), 0.5, 0.5], 0],
    ['a step below the lower edge', [1, 1, -Number.MIN_VALUE], 0],
    ['a step within the slanted edge', [1, 1, step(1, -1)], 1],
  ])('the ray of a point %s', (_, point, expected) => {
    expect(signedCrossing(triangleOf(wall), vec(point))).toBe(expected);
    const [a, b, c] = wall;
    expect(signedCrossing(triangleOf([b, c, a]), vec(point))).toBe(expected);
    // Seen from behind, it is crossed the other way.
    expect(signedCrossing(triangleOf([a, c, b]), vec(point)) + 0).toBe(0 - expected);
  });

  it.each<readonly [string, Corners, Triple, number]>([
    [
      'edge-on',
      [
        [1, 0, 0],
        [3, 0, 0],
        [1, 1, 0],
      ],
      [0, 0.5, 0],
      0,
    ],
    [
      'edge-on, with the point on it',
      [
        [1, 0, 0],
        [3, 0, 0],
        [1, 1, 0],
      ],
      [1.5, 0.5, 0],
      NaN,
    ],
    [
      'a line through the point',
      [
        [0, 0, 0],
        [2, 2, 2],
        [2, 2, 2],
      ],
      [1, 1, 1],
      NaN,
    ],
    [
      'a line beside the point',
      [
        [0, 0, 0],
        [2, 2, 2],
        [1, 1, 1],
      ],
      [1, 1, step(1, 1)],
      0,
    ],
    [
      'a point',
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      [1, 1, 1],
      NaN,
    ],
    [
      'a point along x',
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      [0, 1, 1],
      0,
    ],
  ])('a triangle that is %s', (_, corners, point, expected) => {
    expect(signedCrossing(triangleOf(corners), vec(point))).toBe(expected);
  });

  it('it accepts the triangles and vectors of three.js', () => {
    const triangle = new ThreeTriangle(new Vector3(4, 0, 0), new Vector3(4, 2, 0), new Vector3(4, 0, 2));
    expect(signedCrossing(triangle, new Vector3(0, 0.5, 0.5))).toBe(1);
  });

  it('it is NaN exactly where the point as a triangle without extent overlaps the triangle', async () => {
    await search(
      20,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const corner = (): Triple => each(() => random.below(4));
        const triangle = triangleOf([corner(), corner(), corner()]);
        const point = vec(each(() => random.below(7) / 2));
        const isOn = overlaps({ a: point, b: point, c: point }, triangle);
        expect(Number.isNaN(signedCrossing(triangle, point))).toBe(isOn);
      }),
    );
  });

  it('the sum over a closed mesh is the winding number, on and beside vertices, edges and faces too', async () => {
    await search(
      1,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const { corners, digits } = shellsAmong(random);
        const mesh = new ExactMesh(corners, digits);
        const triangles = corners.map(triangleOf);
        const wrong = Array.from({ length: 40 }, () => pointAt(random, corners, digits)).filter((point) => {
          const sum = triangles.reduce((sum, triangle) => sum + signedCrossing(triangle, vec(point)), 0);
          return !Object.is(sum + 0, mesh.windingOf(point, random) ?? NaN);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });
});

/** One to three closed meshes that may overlap or touch, some inside out, of numbers of a lattice or of all digits. */
function shellsAmong(random: Random): { corners: Corners[]; digits: number } {
  const isLattice = random.chance(0.5);
  const digits = isLattice ? 2 : 1074;
  const shell = (): ClosedMesh => {
    const by = random.triple(-2, 2);
    if (isLattice) {
      const at = each((k) => Math.round(by[k]));
      return mapped(cubes(1 + random.below(8), random), (point) => each((k) => point[k] + at[k]));
    }
    const made = random.chance(0.5) ? icosphere(random.below(2), random) : knot(8, 3, random);
    return mapped(made, (point) => each((k) => point[k] + by[k]));
  };
  const corners = Array.from({ length: 1 + random.below(3) }, () => {
    const made = cornersOf(shell());
    return random.chance(0.3) ? made.map(([a, b, c]): Corners => [a, c, b]) : made;
  });
  return { corners: corners.flat(), digits };
}

/** A point at a corner, on an edge or a face, a step beside it, or before it along x. */
function pointAt(random: Random, corners: readonly Corners[], digits: number): Triple {
  const [a, b, c] = random.pick(corners);
  const at = random.pick<() => Triple>([
    () => a,
    () => each((k) => (a[k] + b[k]) / 2),
    () => each((k) => a[k] / 2 + (b[k] + c[k]) / 4),
    () => each((k) => random.pick([a, b, c])[k]),
  ])();
  const before = random.pick([0, 0, 0.25, 1, 3]);
  const steps = digits === 1074 ? random.pick([0, 0, 1, -1]) : 0;
  const axis = random.axis();
  return each((k) => step(at[k] - (k === 0 ? before : 0), k === axis ? steps : 0));
}
