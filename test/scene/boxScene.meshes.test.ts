import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMeshRay } from '../support/compareMeshes';
import { matrixAmong, meshKinds, type MeshScenes, meshScenesOf, rayAtMeshes } from '../support/meshScenes';
import { nearestOfMeshes, overlapOfMeshes, worldTriangles } from '../support/meshLoop';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, type Triple, vec } from '../support/triple';

const RAYS = 12;

describe('every ray query meets the triangles of instances as the plain loop does', () => {
  it.each(meshKinds)('over %s', async (kind) => {
    let hits = 0;
    await search(
      0.4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < RAYS; i++) hits += compareMeshRay(made, rayAtMeshes(random, made.loop));
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });

  it.each(meshKinds)('over %s, for every combination of options', async (kind) => {
    await search(
      0.4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < RAYS; i++) {
          const tMin = random.pick([0, -Infinity, -1, 0.5]);
          compareMeshRay(made, rayAtMeshes(random, made.loop), {
            tMin,
            tMax: random.pick([Infinity, Math.max(tMin, -3) + 1, 0.5 + Math.max(tMin, 0)]),
            side: random.pick(['front', 'back', 'both']),
            ...(random.chance(0.3) && { mask: random.pick([1, 2]) }),
            ...(random.chance(0.3) && { boxesOnly: true }),
            ...(random.chance(0.3) && { filter: (id, triangle) => (id + triangle) % 3 !== 0 }),
          });
        }
      }),
    );
  });
});

/** A point near a triangle of an instance: a corner, on an edge, or beside it. */
function pointAmong(random: Random, { loop }: MeshScenes): Triple {
  const [a, b, c] = random.pick(worldTriangles(random.pick([...loop.instances.values()])));
  const share = random.pick([0, 0.5, random.next()]);
  const by = random.pick([0, 0, 1, 100]);
  const beside = random.triple(-by, by);
  return each((k) => a[k] + share * (random.chance(0.5) ? b[k] - a[k] : c[k] - a[k]) + beside[k]);
}

describe('the nearest boxes and instances', () => {
  it.each(meshKinds)('are those of the plain loop, over %s', async (kind) => {
    await search(
      0.5,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < 6; i++) {
          const point = pointAmong(random, made);
          const boxesOnly = random.chance(0.2);
          const all = nearestOfMeshes(made.loop, point, boxesOnly);
          const count = random.pick([1, 3, 40]);
          for (const scene of made.scenes) {
            expect(scene.nearest(vec(point), { count, boxesOnly })).toEqual(all.slice(0, count));
            const maxDistance = all[Math.min(2, all.length - 1)].distance;
            const near = all.filter(({ distance }) => distance <= maxDistance);
            expect(scene.nearest(vec(point), { count: Infinity, maxDistance, boxesOnly })).toEqual(near);
          }
        }
      }),
    );
  });
});

describe('an overlap with the triangles of instances', () => {
  it.each(meshKinds)('is that of the plain loop, over %s', async (kind) => {
    await search(
      0.5,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < 6; i++) {
          const center = pointAmong(random, made);
          const size = random.pick([0, 0.01, 1, 10]);
          const box = { min: vec(each((k) => center[k] - size)), max: vec(each((k) => center[k] + size)) };
          const shape = random.pick([
            box,
            { center: vec(center), radius: size },
            { min: vec([-size, -size, -size]), max: vec([size, size, size]), matrix: matrixAmong(random) },
          ]);
          const expected = overlapOfMeshes(made.loop, shape);
          const triangles = [...expected].filter(([, list]) => list.length > 0).sort(([a], [b]) => a - b);
          for (const scene of made.scenes) {
            expect([...scene.overlap(shape)].sort((a, b) => a - b)).toEqual([...expected.keys()].sort((a, b) => a - b));
            const found = scene.overlapTriangles(shape).map(({ id, triangles }) => [id, [...triangles]]);
            expect(found).toEqual(triangles);
          }
        }
      }),
    );
  });
});
