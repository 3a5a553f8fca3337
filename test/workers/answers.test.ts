import { type Backend, BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { expectSameBits } from './support/expectSameBits';
import { poolFor } from './support/pools';
import { someMotions, somePoints, someRays, someScene } from './support/scene';

const options = [{}, { mask: 2 }, { mask: 0 }, { tMin: 5, tMax: 40 }, { tMin: -Infinity }, { solid: true }];

describe.each<Backend>(['wasm', 'js'])("RaycastPool on backend '%s'", (backend) => {
  it('a pool finds for each ray the hit of the scene, for any number of rays', async () => {
    const scene = someScene(backend);
    const pool = await poolFor(scene);
    expect(pool.threads).toBe(3);
    expect(pool.notice).toBeNull();
    for (const count of [0, 1, 255, 256, 257, 5000, 70_001]) {
      const rays = someRays(count, count);
      expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
    }
  });

  it('a pool applies masks, ranges and solid like the scene, also to rays in float32', async () => {
    const scene = someScene(backend);
    const pool = await poolFor(scene);
    for (const [seed, each] of options.entries()) {
      for (const NumbersOf of [Float32Array, Float64Array]) {
        const rays = someRays(3000, seed, NumbersOf);
        expectSameBits(await pool.raycastMany(rays, each), scene.raycastMany(rays, each));
      }
    }
  });

  it('a pool finds for each ray whether it hits anything, like the scene', async () => {
    const scene = someScene(backend);
    const pool = await poolFor(scene);
    for (const each of options) {
      const rays = someRays(3000);
      const expected = Uint8Array.from(scene.raycastMany(rays, each).ids, (id) => (id < 0 ? 0 : 1));
      expect(await pool.raycastAnyMany(rays, each)).toEqual(expected);
    }
  });

  it('a pool finds the nearest box to each point, like the scene', async () => {
    const scene = someScene(backend);
    const pool = await poolFor(scene);
    const points = somePoints(1000);
    for (const each of [{}, { mask: 1 }, { maxDistance: 0.5 }]) {
      const { ids, distances } = await pool.nearestMany(points, each);
      for (let i = 0; i < 1000; i++) {
        const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
        const near = scene.nearest({ x, y, z }, each).at(0);
        expect([ids[i], distances[i]]).toEqual(near === undefined ? [-1, Infinity] : [near.id, near.distance]);
      }
    }
  });
});

it.each<Backend>(['wasm', 'js'])(
  "a pool finds the first hit of each moving shape, like the scene, on backend '%s'",
  async (backend) => {
    const scene = someScene(backend);
    const pool = await poolFor(scene);
    for (const each of [{}, { mask: 1, tMax: 0.5 }, { margin: 1, ignoreStart: true, features: true }]) {
      const motions = someMotions(1000);
      const hits = await pool.sweepMany('capsule', motions, each);
      expectSameBits(hits, scene.sweepMany('capsule', motions, each));
      expect(hits.ids.some((id) => id >= 0)).toBe(true);
    }
    const points = new Float32Array([0, 0, 0, 1, 0, 0]);
    expectSameBits(await pool.sweepMany('point', points), scene.sweepMany('point', points));
    expect((await pool.sweepMany('sphere', new Float64Array(0))).ids).toHaveLength(0);
  },
);

it('a pool answers from an attached scene', async () => {
  const scene = someScene('wasm');
  const pool = await poolFor(BoxScene.attach(scene.handle()));
  const rays = someRays(2000);
  expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
});

it('a pool finds nothing in a scene without boxes', async () => {
  const pool = await poolFor(new BoxScene({ shared: true }));
  expect(await pool.raycastMany(someRays(2))).toEqual({
    ids: Int32Array.of(-1, -1),
    ts: Float64Array.of(Infinity, Infinity),
  });
  expect(await pool.nearestMany(Float64Array.of(1, 2, 3))).toEqual({
    ids: Int32Array.of(-1),
    distances: Float64Array.of(Infinity),
  });
});
