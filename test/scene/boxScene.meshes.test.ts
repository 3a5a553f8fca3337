import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { compareMeshNearest, compareMeshOverlap, compareMeshRay } from '../support/compareMeshes';
import { addBox, backends } from '../support/compare';
import { aabb } from '../support/loop';
import { IDENTITY, placed, rotation, stretched, transform } from '../support/matrices';
import {
  addInstance,
  matrixAmong,
  meshKinds,
  meshOf,
  type MeshScenes,
  meshScenesOf,
  pointAmong,
  rayAtMeshes,
  shapeAmong,
  triangleAmong,
} from '../support/meshScenes';
import { createMeshLoop, nearestOfMeshes } from '../support/meshLoop';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, type Triple, vec } from '../support/triple';

const RAYS = 12;

describe('rays and the triangles of instances', () => {
  it.each(meshKinds)('every ray query hits the triangles of the plain loop over %s', async (kind) => {
    let hits = 0;
    await search(
      0.25,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < RAYS; i++) hits += compareMeshRay(made, rayAtMeshes(random, made.loop));
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });

  it.each(meshKinds)(
    'every ray query hits the triangles of the plain loop over %s, for every combination of options',
    async (kind) => {
      await search(
        0.25,
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
    },
  );
});

describe('raycastMany and meshes', () => {
  it('rays side by side hit instances among boxes as each ray alone does', () => {
    const random = new Random(2);
    for (const kind of meshKinds) {
      const { scenes, loop } = meshScenesOf(random, kind);
      const { origin, direction } = rayAtMeshes(random, loop);
      for (const scene of scenes) {
        for (let i = 0; i < 50; i++) {
          const min = each((k) => origin[k] + (1 + i) * direction[k]);
          scene.addAabb({ min: vec(min), max: vec(each((k) => min[k] + 0.01)) });
        }
        const rays = Array.from({ length: 64 }, (_, i) => ({
          origin: vec(each((k) => origin[k] + 1e-3 * (i % 8) * (k + 1))),
          direction: vec(direction),
        }));
        const numbers = new Float64Array(rays.flatMap(({ origin: o, direction: d }) => [o.x, o.y, o.z, d.x, d.y, d.z]));
        const hits = rays.map((ray) => scene.raycast(ray));
        const { ids, ts } = scene.raycastMany(numbers);
        expect([...ids]).toEqual(hits.map((hit) => hit?.id ?? -1));
        expect([...ts]).toEqual(hits.map((hit) => hit?.t ?? Infinity));
        const { triangles } = scene.raycastMany(numbers, { triangles: true });
        expect([...triangles]).toEqual(hits.map((hit) => hit?.triangle ?? -1));
      }
    }
  });

  it('rays that are sorted hit the triangles that each ray alone hits', () => {
    const random = new Random(3);
    for (const kind of meshKinds) {
      const { scenes, loop } = meshScenesOf(random, kind);
      const rays = Array.from({ length: 1281 }, () => {
        const { origin, direction } = rayAtMeshes(random, loop);
        return { origin: vec(origin), direction: vec(direction) };
      });
      const numbers = new Float64Array(rays.flatMap(({ origin: o, direction: d }) => [o.x, o.y, o.z, d.x, d.y, d.z]));
      for (const scene of scenes) {
        const hits = rays.map((ray) => scene.raycast(ray));
        const { ids, ts, triangles, us, vs } = scene.raycastMany(numbers, { triangles: true });
        expect([...ids]).toEqual(hits.map((hit) => hit?.id ?? -1));
        expect([...ts]).toEqual(hits.map((hit) => hit?.t ?? Infinity));
        expect([...triangles]).toEqual(hits.map((hit) => hit?.triangle ?? -1));
        expect([...us]).toEqual(hits.map((hit) => hit?.u ?? 0));
        expect([...vs]).toEqual(hits.map((hit) => hit?.v ?? 0));
      }
    }
  });

  it('raycastMany returns no triangles in a scene of boxes', () => {
    for (const backend of backends) {
      const scene = new BoxScene({ backend });
      scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
      const ray = [0.5, 0.5, -1, 0, 0, 1];
      const { ids, triangles } = scene.raycastMany(new Float64Array([...ray, ...ray, ...ray, ...ray]), {
        triangles: true,
      });
      expect([...ids]).toEqual([0, 0, 0, 0]);
      expect([...triangles]).toEqual([-1, -1, -1, -1]);
    }
  });
});

describe('hundreds of instances at the same place', () => {
  it('instances with the same bounds keep their own meshes', () => {
    const random = new Random(1);
    const meshes = [
      [0, 0, 0, 1, 0, 0, 0, 1, 1],
      [1, 1, 0, 0, 1, 0, 1, 0, 1],
    ].map((positions) => meshOf(new Float32Array(positions), undefined));
    const scenes = backends.map((backend) => new BoxScene({ backend }));
    const added = meshes.map(({ positions }) => scenes.map((scene) => scene.addMesh(positions)));
    const loop = createMeshLoop();
    const matrix = matrixAmong(random);
    const add = (which: number): void => {
      addInstance(scenes, added[which], matrix, 1, meshes[which].loop, loop);
    };
    const compare = (): void => {
      let hits = 0;
      for (let i = 0; i < RAYS; i++) {
        hits += compareMeshRay({ scenes, loop }, rayAtMeshes(random, i % 2 === 0 ? few : loop), {
          boxesOnly: i % 4 === 0,
        });
      }
      expect(hits).toBeGreaterThan(0);
    };
    // A ray at one of these meets each mesh as often as the other.
    const few = createMeshLoop();
    meshes.forEach(({ loop: mesh }, id) => few.instances.set(id, { mesh, matrix, mask: 1 }));
    for (let i = 0; i < 300; i++) add(i === 3 ? 1 : 0);
    compare();
    for (let i = 0; i < 300; i++) add(random.below(2));
    compare();
    for (const id of [...loop.instances.keys()].slice(0, 200)) {
      for (const scene of scenes) scene.remove(id);
      loop.instances.delete(id);
    }
    compare();
  });
});

describe('nearest and meshes', () => {
  it.each(meshKinds)('nearest finds the boxes and instances of the plain loop over %s', async (kind) => {
    await search(
      0.3,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < 6; i++) {
          const point = pointAmong(random, made);
          const boxesOnly = random.chance(0.2);
          const all = nearestOfMeshes(made.loop, point, boxesOnly);
          const count = random.pick([1, 3, 32, 40]);
          for (const scene of made.scenes) {
            expect(scene.nearest(vec(point), { count, boxesOnly })).toEqual(all.slice(0, count));
            const maxDistance = all[Math.min(2, all.length - 1)].distance;
            const near = all.filter(({ distance }) => distance <= maxDistance);
            expect(scene.nearest(vec(point), { count: Infinity, maxDistance, boxesOnly })).toEqual(near);
            expect(scene.nearest(vec(point), { count, maxDistance, boxesOnly })).toEqual(near.slice(0, count));
          }
        }
      }),
    );
  });
});

describe('nearest triangles where float32 underflows or overflows', () => {
  /**
   * A box, which is as large as the world's numbers and far from the points, and an instance of some triangles.
   *
   * @param size the part of the way from its first corner to where each other corner of a triangle would be.
   */
  const scenesOf = (random: Random, corner: () => Triple, size: number, matrix: number[], far: number): MeshScenes => {
    const scenes = backends.map((backend) => new BoxScene({ backend }));
    const loop = createMeshLoop();
    const box = aabb([-2 * far, 0, 0], [-far, far, far]);
    for (const scene of scenes) loop.boxes.set(addBox(scene, box), box);
    const positions = Array.from({ length: 1 + random.below(40) }, () => {
      const middle = corner();
      return [middle, corner(), corner()].flatMap((other) => each((k) => middle[k] + size * (other[k] - middle[k])));
    });
    const mesh = meshOf(new Float32Array(positions.flat()), undefined);
    const added = scenes.map((scene) => scene.addMesh(mesh.positions));
    addInstance(scenes, added, matrix, 1, mesh.loop, loop);
    return { scenes, loop };
  };

  it('nearest finds the triangle at a distance that has no finite inverse', () => {
    const random = new Random(4);
    for (let i = 0; i < 200; i++) {
      const made = scenesOf(random, () => [0, random.below(4), random.below(4)], 1, placed(IDENTITY, [0, 0, 0]), 9);
      compareMeshNearest(made, [random.pick([5e-324, 1e-310, 1e-308]), random.below(7) / 2, random.below(7) / 2], 1);
    }
  });

  it('nearest finds the triangle of a mesh of large numbers that its matrix makes tiny', () => {
    const random = new Random(5);
    for (let i = 0; i < 500; i++) {
      const scale = 2 ** random.between(-150, -145);
      const size = 2 ** 57;
      const matrix = placed(
        rotation(random).map((value) => value * scale),
        [2 ** -59, 0, 0],
      );
      const made = scenesOf(random, () => random.triple(0, size), 0.1, matrix, 2 ** -58);
      const away = random.pick([2, 40]) * size;
      compareMeshNearest(made, transform(matrix, random.triple(-away, away)), 1);
    }
  });

  it('nearest finds the triangle of a mesh of tiny numbers that its matrix makes huge', () => {
    const random = new Random(6);
    for (let i = 0; i < 200; i++) {
      const size = 2 ** -71.5;
      const stretch: Triple = [2 ** random.between(128, 130), 2 ** 117, 2 ** 117];
      const matrix = placed(stretched(IDENTITY, stretch), [0, 0, 0]);
      const made = scenesOf(random, () => random.triple(0, size), 0.1, matrix, 2 ** 58);
      compareMeshNearest(made, transform(matrix, [random.between(0, size), 2 ** -60, 2 ** -61]), 1);
    }
  });
});

describe('overlap and meshes', () => {
  it.each(meshKinds)('overlap finds the triangles of the plain loop over %s', async (kind) => {
    await search(
      0.3,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < 6; i++) {
          compareMeshOverlap(made, shapeAmong(random, made));
        }
      }),
    );
  });

  it.each(meshKinds)(
    'overlap finds what a triangle touches in the plain loop over %s, exactly or nearly',
    async (kind) => {
      let found = 0;
      await search(
        0.5,
        fc.property(fc.nat(), (seed) => {
          const random = new Random(seed);
          const made = meshScenesOf(random, kind);
          for (let i = 0; i < 12; i++) {
            const shape = triangleAmong(random, made);
            compareMeshOverlap(made, shape);
            found += Number(made.scenes[0].overlap(shape).size > 0);
          }
        }),
      );
      expect(found).toBeGreaterThan(0);
    },
  );
});

describe.each(backends)('triangles too small for float32 (%s)', (backend) => {
  it.each([1e-40, 1e-44, 1e-50, 1e-300])('a ray hits triangles of size %s where they are', (size) => {
    const scene = new BoxScene({ backend });
    // Boxes of usual sizes, which the kernel answers for.
    for (let i = 0; i < 200; i++) scene.addAabb({ min: vec([10 + i, 0, 0]), max: vec([11 + i, 1, 1]) });
    const mesh = scene.addMesh(new Float64Array([-size, -size, 0, size, -size, 0, 0, size, 0]));
    const id = scene.addInstance(mesh);
    const towards = { origin: vec([0, 0, -2 * size]), direction: vec([0, 0, 1]) };
    const away = { origin: vec([0, 0, 2 * size]), direction: vec([0, 0, 1]) };
    expect(scene.raycast(towards, { tMin: size })).toMatchObject({ id, t: 2 * size, triangle: 0 });
    expect(scene.raycast(away, { tMin: -1, tMax: -size })).toMatchObject({ id, t: -2 * size, triangle: 0 });
    expect(scene.raycast(towards, { tMin: 3 * size })).toBeNull();
  });
});
