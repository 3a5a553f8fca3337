import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { BEYOND, type Dab, touch } from '../../examples/million-triangles/brush';
import { placeCopies } from '../../examples/million-triangles/copies';
import { gridOf, type Knot, makeKnot, resetKnot } from '../../examples/million-triangles/knot';
import { CoarseKnot, runsOf } from '../../examples/million-triangles/knotGeometry';

/** A dab on the first vertex, and the triangles around it. */
function dabOn(knot: Knot, height: number): { dab: Dab; triangles: Uint32Array } {
  const [x, y, z] = knot.positions;
  const dab: Dab = { center: { x, y, z }, radius: 0.2, height, color: [0, 0, 255], strength: 1 };
  const scene = new BoxScene();
  scene.addInstance(scene.addMesh(knot.positions, knot.index));
  const [{ triangles }] = scene.overlapTriangles({ center: dab.center, radius: BEYOND * dab.radius });
  return { dab, triangles };
}

describe('knot', () => {
  it('the knot has about as many triangles as requested, and exactly a million', () => {
    expect(makeKnot(gridOf(1_000_000)).index.length).toBe(3_000_000);
    expect(makeKnot(gridOf(3000)).index.length / 3).toBeCloseTo(3000, -3);
  });

  it('the knot is closed: each edge has two triangles, in opposite ways', () => {
    const { index } = makeKnot(gridOf(2000));
    const edges = new Set<string>();
    for (let at = 0; at < index.length; at += 3) {
      const corners = index.subarray(at, at + 3);
      corners.forEach((from, k) => edges.add(`${from} ${corners[(k + 1) % 3]}`));
    }
    expect(edges.size).toBe(index.length);
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
  });

  it('the knot has its front outside, where its normals point', () => {
    const knot = makeKnot(gridOf(2000));
    const scene = new BoxScene();
    scene.addInstance(scene.addMesh(knot.positions, knot.index));
    for (let at = 0; at < knot.positions.length; at += 300) {
      const [x, y, z] = knot.positions.subarray(at);
      const [nx, ny, nz] = knot.normals.subarray(at);
      const origin = { x: x + 0.05 * nx, y: y + 0.05 * ny, z: z + 0.05 * nz };
      const hit = scene.raycast({ origin, direction: { x: -nx, y: -ny, z: -nz } });
      expect(hit).toMatchObject({ front: true });
      expect(hit?.t).toBeCloseTo(0.05, 2);
    }
  });

  it('the coarse drawing of the knot uses some of its own vertices, at most all', () => {
    const knot = makeKnot(gridOf(2000));
    const { knot: coarse } = new CoarseKnot(knot, { rings: 20, sides: 5 });
    expect(coarse.index.length / 3).toBe(200);
    const points = new Set(triplesOf(knot.positions));
    for (const point of triplesOf(coarse.positions)) expect(points.has(point)).toBe(true);
    expect(new CoarseKnot(knot, { rings: 1000, sides: 1000 }).knot.positions).toEqual(knot.positions);
  });
});

describe('brush', () => {
  it('the brush pushes the vertices within its radius, the middle one the farthest, and no others', () => {
    const knot = makeKnot(gridOf(20_000));
    const before = makeKnot(knot.grid);
    const { dab, triangles } = dabOn(knot, 0.1);
    const touched = new Set(touch(knot, triangles, dab));
    for (let vertex = 0; vertex < knot.positions.length / 3; vertex++) {
      const [was, is] = [before, knot].map(({ positions }) => positions.subarray(3 * vertex, 3 * vertex + 3));
      const moved = Math.hypot(is[0] - was[0], is[1] - was[1], is[2] - was[2]);
      const away = Math.hypot(was[0] - dab.center.x, was[1] - dab.center.y, was[2] - dab.center.z);
      if (vertex === 0) expect(moved).toBeCloseTo(0.1, 6);
      else expect(moved).toBeLessThan(0.1);
      expect(moved > 0).toBe(away < dab.radius * 0.999);
      if (!touched.has(vertex)) {
        expect(knot.normals.subarray(3 * vertex, 3 * vertex + 3)).toEqual(
          before.normals.subarray(3 * vertex, 3 * vertex + 3),
        );
      }
    }
    expect([...knot.colors.subarray(0, 3)]).toEqual([0, 0, 255]);
  });

  it('the brush gives the vertices around it the normals of their triangles', () => {
    const knot = makeKnot(gridOf(20_000));
    const { dab, triangles } = dabOn(knot, 0.1);
    const touched = touch(knot, triangles, dab);
    const all = Uint32Array.from({ length: knot.index.length / 3 }, (_, i) => i);
    const again = { ...knot, normals: knot.normals.slice() };
    // A dab of no height that all triangles are under.
    touch(again, all, { ...dab, height: 0, strength: 0, radius: 100 });
    for (const vertex of touched) {
      for (let at = 3 * vertex; at < 3 * vertex + 3; at++) expect(knot.normals[at]).toBeCloseTo(again.normals[at], 5);
    }
  });

  it('the knot can be made as it was after the brush', () => {
    const knot = makeKnot(gridOf(2000));
    const { dab, triangles } = dabOn(knot, -0.1);
    touch(knot, triangles, dab);
    resetKnot(knot);
    expect(knot).toEqual(makeKnot(knot.grid));
  });
});

it('changed vertices are sent in runs, with small gaps in them', () => {
  expect(runsOf(Uint32Array.of(3, 4, 9, 1000, 1001, 5000))).toEqual([
    [3, 7],
    [1000, 2],
    [5000, 1],
  ]);
  expect(runsOf(new Uint32Array(0))).toEqual([]);
});

it('the copies are the same each time, and are 1.5 apart or more', () => {
  const matrices = placeCopies(300);
  expect(placeCopies(300)).toEqual(matrices);
  const places = Array.from({ length: 300 }, (_, copy) => matrices.subarray(16 * copy + 12, 16 * copy + 15));
  places.forEach(([x, y, z], i) => {
    for (const [ox, oy, oz] of places.slice(i + 1)) expect(Math.hypot(x - ox, y - oy, z - oz)).toBeGreaterThan(1.5);
  });
});

function triplesOf(numbers: Float32Array): string[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => numbers.subarray(3 * i, 3 * i + 3).join());
}
