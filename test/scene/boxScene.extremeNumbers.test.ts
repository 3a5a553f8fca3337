import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { powerOfTwo } from '../../build/powerOfTwo';
import { backends } from '../support/compare';
import {
  changeExtremes,
  checkManyRays,
  checkNearest,
  checkOverlap,
  checkRay,
  type ExtremeScenes,
  extremeScenesOf,
  rayAt,
  readAgain,
  shapeAt,
  targetOf,
} from '../support/extremes';
import { IDENTITY, placed, stretched } from '../support/matrices';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, triple, type Triple, vec } from '../support/triple';

/** In a long search, 100,000 rays are cast. */
const RAYS = 20;

function castSome(random: Random, made: ExtremeScenes, count: number): number {
  const rays = Array.from({ length: count }, () => rayAt(random, made));
  let hits = 0;
  for (const ray of rays) {
    const tMin = random.pick([0, 0, 0, -Infinity, 1e-300, 1]);
    const tMax = random.pick([Infinity, Infinity, Infinity, Math.max(tMin, 1e300)]);
    hits += checkRay(made, ray, { tMin, tMax, solid: random.chance(0.2) });
  }
  checkManyRays(made, rays);
  return hits;
}

function measureSome(random: Random, made: ExtremeScenes, count: number): void {
  for (let i = 0; i < count; i++) {
    checkNearest(made, targetOf(random, made.loop, made.sizes));
    checkOverlap(made, shapeAt(random, made));
  }
}

describe('numbers whose products overflow and underflow', () => {
  it('every ray answers as in the loop, with finite numbers and normals of length 1', async () => {
    let hits = 0;
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        hits += castSome(random, extremeScenesOf(random), RAYS);
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });

  it('nearest and overlap answer as in the loop, without a NaN', async () => {
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        measureSome(random, extremeScenesOf(random), 6);
      }),
    );
  });

  it('the scene rejects boxes that float64 cannot place, stays as it was, and answers after other changes', async () => {
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = extremeScenesOf(random);
        for (let i = 0; i < 6; i++) {
          changeExtremes(random, made);
          const asked = random.chance(0.3) ? readAgain(made) : made;
          castSome(random, asked, 2);
          measureSome(random, asked, 1);
        }
      }),
    );
  });
});

describe.each(backends)('a shape whose bounds are beyond float64 (%s)', (backend) => {
  it('overlaps and touches the triangles that it covers', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(Float64Array.of(-4e299, 1e299, 3e297, 6e299, -3e299, 7e298, -1e298, 9e299, -3e299));
    scene.addInstance(mesh, placed(stretched(IDENTITY, [1e8, 1e8, 1e8]), [0, 0, 0]));
    for (const x of [0, 9e307]) {
      const ball = { center: vec([x, -1e307, 6e306]), radius: 1e308 };
      expect(scene.overlap(ball).size).toBe(1);
      expect(scene.overlapTriangles(ball)).toEqual([{ id: 0, triangles: Uint32Array.of(0) }]);
      expect(scene.contacts(ball)).toHaveLength(1);
    }
  });
});

describe.each(backends)('normals of triangles (%s)', (backend) => {
  it.each<[string, number[], number]>([
    ['with tiny edges, made smaller', [0, 0, 0, 7e-31, 0, 0, 0, 7e-31, 0], 1e-8],
    ['with huge edges, made smaller', [0, 0, 0, 1e150, 0, 0, 0, 1e150, 0], 1e-12],
    ['with the smallest edges, made larger', [0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0], 1e100],
    ['with the largest edges', [-1.7e308, -1.7e308, 0, 1.7e308, -1.7e308, 0, 0, 1.7e308, 0], 1],
    ['with a long and a short edge', [0, 0, 0, 1e200, 0, 0, 0, 1e-100, 0], 1e-100],
  ])('the normal has length 1 for a triangle %s', (_, positions, scale) => {
    const scene = new BoxScene({ backend });
    scene.addInstance(
      scene.addMesh(Float64Array.from(positions)),
      placed(stretched(IDENTITY, [scale, scale, scale]), [0, 0, 0]),
    );
    // The middle of the triangle, added up so that nothing overflows.
    const [x, y] = [0, 1].map((k) => scale * (positions[k] / 4 + positions[3 + k] / 4 + positions[6 + k] / 2));
    const hit = scene.raycast({ origin: vec([x, y, 1]), direction: vec([0, 0, -1]) });
    expect(hit).toMatchObject({ t: 1, distance: 1, point: { x, y, z: 0 }, normal: { x: 0, y: 0, z: 1 }, front: true });
  });

  it('the normal is right, however large or small the edges and the matrix are', async () => {
    await search(
      4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        // Whole numbers times powers of two, so that nothing below is rounded but the length of the normal.
        const size = powerOfTwo(random.below(1300) - 650);
        const scales = each(() => random.sign() * powerOfTwo(random.below(600) - 300));
        const [a, b, c] = [0, 1, 2].map(() => each(() => random.below(19) - 9));
        const own = cross(
          each((k) => b[k] - a[k]),
          each((k) => c[k] - a[k]),
        );
        if (own.every((value) => value === 0)) return;
        const world = each((k) => own[k] / scales[k]);
        const largest = Math.max(...world.map(Math.abs));
        const expected = each((k) => world[k] / largest);
        const length = Math.hypot(...expected);
        const scene = new BoxScene({ backend });
        const corners = [a, b, c].flatMap((corner) => corner.map((value) => value * size));
        scene.addInstance(scene.addMesh(Float64Array.from(corners)), placed(stretched(IDENTITY, scales), [0, 0, 0]));
        // At its front, along the largest component of its normal.
        const target = each((k) => (scales[k] * size * (2 * a[k] + b[k] + c[k])) / 4);
        const way = each((k) => (Math.abs(expected[k]) === 1 ? -expected[k] * Math.abs(scales[k]) * size : 0));
        const hit = scene.raycast({ origin: vec(each((k) => target[k] - way[k])), direction: vec(way) });
        if (hit === null) throw new Error('the triangle is missed');
        expect(hit.front).toBe(true);
        triple(hit.normal).forEach((value, k) => {
          expect(Math.abs(value - expected[k] / length)).toBeLessThan(1e-15);
        });
      }),
    );
  });
});

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

describe.each(backends)('a mesh of numbers that are too small for float32 (%s)', (backend) => {
  it('the mesh is where its instance places it, although its matrix moves it by as little', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(Float64Array.of(0, 0, 0, 4e-151, 0, 0, 0, -4e-151, 0));
    scene.addInstance(mesh, placed(IDENTITY, [0, 8e-151, 0]));
    const point = vec([1e-151, 7e-151, 0]);
    expect(scene.nearest(point)).toEqual([{ id: 0, triangle: 0, distance: 0, point }]);
    expect(scene.overlapTriangles({ min: point, max: point })).toEqual([{ id: 0, triangles: Uint32Array.of(0) }]);
    expect([...scene.overlap({ min: point, max: point })]).toEqual([0]);
  });
});
