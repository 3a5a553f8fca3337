import { BoxScene, type RaycastManyOptions } from 'slabtree';
import { RaycastPool } from 'slabtree/workers';
import { describe, expect, it, vi } from 'vitest';
import { backends } from '../support/compare';
import { Random } from '../support/random';

/** A scene of boxes, oriented boxes, and instances of a mesh, some of which are mirrored. */
function filled(backend: 'js' | 'wasm', random: Random): BoxScene {
  const scene = new BoxScene({ backend });
  const corners = new Float32Array(9 * 40);
  for (let i = 0; i < corners.length; i++) corners[i] = random.between(-2, 2);
  const mesh = scene.addMesh(corners);
  for (let i = 0; i < 30; i++) {
    const [x, y, z] = random.triple(-20, 20);
    const mirror = i % 2 === 0 ? 1 : -1;
    const matrix = [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, mirror, 0, x, y, z, 1];
    const box = { min: { x: -1, y: -2, z: -1 }, max: { x: 2, y: 1, z: 1 } };
    if (i % 3 === 0) scene.addInstance(mesh, matrix);
    else if (i % 3 === 1) scene.addObb({ ...box, matrix });
    else scene.addAabb({ min: { x: x - 1, y: y - 1, z: z - 1 }, max: { x: x + 2, y: y + 2, z: z + 2 } });
  }
  // Most rays start in this box.
  scene.addAabb({ min: { x: -15, y: -15, z: -15 }, max: { x: 15, y: 15, z: 15 } });
  return scene;
}

/** Rays of any size, some of which JavaScript casts. */
function raysOf(random: Random, count: number): Float64Array {
  const rays = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const size = random.chance(0.01) ? 1e200 : 1;
    rays.set([...random.triple(-25, 25), ...random.triple(-size, size)], 6 * i);
  }
  return rays;
}

const choices: RaycastManyOptions[] = [
  {},
  { triangles: true },
  { solid: true },
  { tMin: -Infinity },
  { side: 'back' },
  { boxesOnly: true },
  { mask: 1 },
  { filter: (id: number) => id % 5 !== 0 },
  { refine: (_: number, t: number) => t },
];

/** What `raycast` says of each ray: 1 if it hits a front, or else 0. */
function frontsOneByOne(scene: BoxScene, rays: Float64Array, options: RaycastManyOptions): Uint8Array {
  const others: RaycastManyOptions = { ...options };
  delete others.triangles;
  return Uint8Array.from({ length: rays.length / 6 }, (_, i) => {
    const [x, y, z, dX, dY, dZ] = rays.subarray(6 * i, 6 * i + 6);
    const hit = scene.raycast({ origin: { x, y, z }, direction: { x: dX, y: dY, z: dZ } }, others);
    return hit?.front === true ? 1 : 0;
  });
}

describe.each(backends)('the fronts of raycastMany (%s)', (backend) => {
  it.each(choices)('fronts are what raycast says of each ray, with %o', (options) => {
    const random = new Random(11);
    const scene = filled(backend, random);
    for (const count of [0, 1, 1100]) {
      const rays = raysOf(random, count);
      const { fronts, ...others } = scene.raycastMany(rays, { ...options, fronts: true });
      expect(fronts).toEqual(frontsOneByOne(scene, rays, options));
      expect(others).toEqual(scene.raycastMany(rays, options));
      if (count === 1100) expect(new Set(fronts).size).toBe(2);
    }
  });

  it('a ray hits a front and a back, a box from outside and from inside, and nothing', () => {
    const scene = new BoxScene({ backend });
    scene.addInstance(scene.addMesh(Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0)));
    scene.addAabb({ min: { x: 10, y: 0, z: -1 }, max: { x: 12, y: 2, z: 1 } });
    const rays = [
      [1, 1, 5, 0, 0, -1],
      [1, 1, -5, 0, 0, 1],
      [11, 1, 5, 0, 0, -1],
      [11, 1, 0, 0, 0, -1],
      [50, 1, 5, 0, 0, -1],
    ];
    expect([...scene.raycastMany(Float64Array.from(rays.flat()), { fronts: true }).fronts]).toEqual([1, 0, 1, 0, 0]);
  });

  it('a pool answers with the fronts of the scene, alone and with triangles', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const random = new Random(12);
    const scene = filled(backend, random);
    const rays = raysOf(random, 600);
    const pool = await RaycastPool.create(scene, { threads: 1 });
    for (const options of [{ fronts: true }, { fronts: true, triangles: true }, { triangles: true }, {}] as const)
      expect(await pool.raycastMany(rays, options)).toEqual(scene.raycastMany(rays, options));
    await pool.close();
  });

  it('fronts must be true or false', () => {
    const options = { fronts: 1 } as unknown as RaycastManyOptions;
    expect(() => new BoxScene({ backend }).raycastMany(new Float32Array(0), options)).toThrow(
      'options.fronts must be true or false, got 1',
    );
  });
});
