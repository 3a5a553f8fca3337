import { type Backend, BoxScene, type BoxSceneOptions, type BuildMesh } from 'slabtree';
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../support/random';
import { expectSameBits } from './support/expectSameBits';
import { poolFor } from './support/pools';
import { someBoxes, somePoints, someRays } from './support/scene';

/** A soup of small triangles from -2 to 2, in float32 with an index, or in float64 without. */
function soup(triangles: number, isWide: boolean): BuildMesh {
  const random = new Random(triangles);
  const corners = Array.from({ length: triangles }, () => {
    const corner = random.triple(-2, 2);
    return [corner, ...[1, 2].map(() => corner.map((x) => x + random.between(-0.5, 0.5)))];
  }).flat(2);
  if (isWide) return { positions: Float64Array.from(corners) };
  return { positions: Float32Array.from(corners), index: Uint32Array.from({ length: 3 * triangles }, (_, i) => i) };
}

/** Matrices that place meshes among the boxes. */
function someMatrices(count: number): Float64Array {
  const random = new Random(7);
  return Float64Array.from(
    Array.from({ length: count }, () => {
      const linear = Array.from({ length: 3 }, () => [...random.triple(-2, 2), 0]);
      return [...linear.flat(), ...random.triple(-50, 50), 1];
    }).flat(),
  );
}

const meshes: BuildMesh[] = [
  { ...soup(300, false), matrices: someMatrices(150), mask: 2 },
  soup(70, true),
  { ...soup(5, true), matrices: new Float64Array(0) },
];

function sceneOf(backend: Backend, options: BoxSceneOptions = { shared: true }): BoxScene {
  const scene = new BoxScene({ backend, ...options });
  scene.addAabbs(someBoxes(400));
  for (const { positions, index, matrices, mask } of meshes) {
    const mesh = scene.addMesh(positions, index);
    if (matrices === undefined) scene.addInstance(mesh);
    else scene.addInstances(mesh, matrices, mask);
  }
  return scene;
}

const choices = [{}, { side: 'front' }, { side: 'back', mask: 2 }, { boxesOnly: true }, { tMin: 5, tMax: 60 }] as const;

describe.each<[Backend, BoxSceneOptions]>([
  ['wasm', { shared: true }],
  ['js', { shared: true }],
  ['wasm', { shared: false }],
])("RaycastPool with meshes on backend '%s' (%j)", (backend, options) => {
  it('a pool answers every query like the scene', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const scene = sceneOf(backend, options);
    const pool = await poolFor(scene);
    expect(pool.threads > 0).toBe(options.shared);
    const rays = someRays(6000);
    let met = 0;
    for (const choice of choices) {
      const plain = await pool.raycastMany(rays, choice);
      expectSameBits(plain, scene.raycastMany(rays, choice));
      const detailed = await pool.raycastMany(rays, { ...choice, triangles: true });
      expectSameBits(detailed, scene.raycastMany(rays, { ...choice, triangles: true }));
      met += detailed.triangles.filter((triangle) => triangle >= 0).length;
      const isHit = await pool.raycastAnyMany(rays, choice);
      expect([...isHit]).toEqual([...plain.ids].map((id) => (id < 0 ? 0 : 1)));
    }
    expect(met).toBeGreaterThan(100);
    const points = somePoints(500);
    for (const choice of [{}, { mask: 2 }, { maxDistance: 3 }, { boxesOnly: true }]) {
      const near = await pool.nearestMany(points, { ...choice, triangles: true });
      const { ids, distances } = near;
      expectSameBits(await pool.nearestMany(points, choice), { ids, distances });
      for (let i = 0; i < 500; i++) {
        const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
        const expected = scene.nearest({ x, y, z }, choice).at(0);
        expect([ids[i], distances[i], near.triangles[i]]).toEqual(
          expected === undefined ? [-1, Infinity, -1] : [expected.id, expected.distance, expected.triangle],
        );
      }
    }
  });
});

it('a call answers from the meshes as they were at its start', async () => {
  const scene = sceneOf('wasm');
  const pool = await poolFor(scene);
  const rays = someRays(30_000);
  const [mesh] = scene.meshes;
  const answers: Promise<object>[] = [];
  const expected: object[] = [];
  for (let step = 0; step < 4; step++) {
    expected.push(scene.raycastMany(rays, { triangles: true }));
    answers.push(pool.raycastMany(rays, { triangles: true }));
    scene.setPositions(
      mesh,
      Float32Array.from(meshes[0].positions, (x) => x * (1 + step)),
    );
  }
  (await Promise.all(answers)).forEach((answer, step) => {
    expectSameBits(answer, expected[step]);
  });
});

describe.each<Backend>(['wasm', 'js'])("buildAsync with meshes on backend '%s'", (backend) => {
  it.each([1, 3])('buildAsync makes the scene that the calls for each mesh make, with %i threads', async (threads) => {
    const own = sceneOf(backend, { shared: false });
    const scene = await BoxScene.buildAsync(someBoxes(400), { backend, threads, meshes });
    expect(Buffer.from(scene.serialize()).equals(Buffer.from(own.serialize()))).toBe(true);
    expect(scene.meshes.map(({ triangleCount }) => triangleCount)).toEqual([300, 70, 5]);
    expect(scene.meshOf(400)).toBe(scene.meshes[0]);
  });
});

it('buildAsync builds meshes on the calling thread if there are no threads', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const workerUrl = 'data:text/javascript,throw new Error("no")';
  const scene = await BoxScene.buildAsync(new Float64Array(0), { meshes, workerUrl });
  expect(warn).toHaveBeenCalled();
  expect(scene.size).toBe(151);
});

it('buildAsync rejects the meshes that addMesh rejects, and ignores later changes of the others', async () => {
  const boxes = someBoxes(3);
  const bad: [unknown, RegExp][] = [
    [7, /options.meshes must be an array/],
    [[3], /options.meshes\[0\] must be an object/],
    [[{ positions: [1, 2, 3] }], /options.meshes\[0\].positions must be a Float32Array/],
    [
      [meshes[0], { positions: new Float32Array(9), index: [0, 1, 2] }],
      /options.meshes\[1\].index must be a Uint16Array/,
    ],
    [[{ positions: new Float32Array(9), matrices: new Float32Array(7) }], /must hold 16 numbers per matrix/],
    [
      [{ positions: new Float32Array(9), index: new Uint16Array([0, 1, 9]) }],
      /^options.meshes\[0\].index\[2\] \(triangle 0\) must be a vertex, less than 3, got 9/,
    ],
    [[meshes[0], { positions: new Float32Array(9).fill(NaN) }], /^options.meshes\[1\].positions\[0\] .* got NaN/],
    [[{ positions: new Float32Array(6) }], /^options.meshes\[0\].positions must hold three vertices per triangle/],
    [[{ positions: new Float32Array(0) }], /^options.meshes\[0\].positions must hold at least one triangle/],
    [
      [{ positions: new Float32Array(9), matrices: new Float32Array(32).fill(0) }],
      /^options.meshes\[0\].matrices \(matrix 0\) must be affine/,
    ],
    [[{ positions: new Float32Array(9), mask: 1.5 }], /^options.meshes\[0\].mask must be a 32-bit integer, got 1.5/],
  ];
  for (const [given, reason] of bad) {
    const onProgress = vi.fn();
    const building = BoxScene.buildAsync(boxes, { meshes: given as BuildMesh[], onProgress });
    await expect(building).rejects.toThrow(reason);
    // It is known before any thread starts.
    expect(onProgress).not.toHaveBeenCalled();
  }
  const positions = Float64Array.from(meshes[1].positions);
  const building = BoxScene.buildAsync(boxes, { meshes: [{ positions }] });
  positions.fill(NaN);
  expect((await building).meshes[0].triangleCount).toBe(70);
});
