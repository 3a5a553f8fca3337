import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoxScene, type Shape } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { backends, show } from '../../support/compare';
import { type ExtremeScenes, extremeScenesOf, rayAt, shapeAt, targetOf } from '../../support/extremes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxOf } from '../../support/shapes';
import { vec } from '../../support/triple';
import { CountingSource, type Part, writeTiles } from '../support/writeTiles';

/** A tile for each box and each instance. */
function tilesOf({ loop }: ExtremeScenes): Part[] {
  const parts: Part[] = [];
  for (const [id, box] of loop.boxes) {
    const scene = new BoxScene({ backend: 'js' });
    const shape = boxOf(box);
    if ('matrix' in shape) scene.addObb(shape);
    else scene.addAabb(shape);
    parts.push({ scene, ids: [id] });
  }
  for (const [id, { mesh, matrix }] of loop.instances) {
    const scene = new BoxScene({ backend: 'js' });
    scene.addInstance(scene.addMesh(Float64Array.from(mesh.triangles.flat(2))), matrix);
    parts.push({ scene, ids: [id] });
  }
  return parts;
}

/** An answer without what only tiled scenes tell. */
function plain(answer: object | null): unknown {
  return answer && Object.fromEntries(Object.entries(answer).filter(([key]) => key !== 'name' && key !== 'tile'));
}

it('a tiled scene of numbers whose products overflow and underflow answers like one scene', async () => {
  let hits = 0;
  await search(
    0.5,
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = new Random(seed);
      const made = extremeScenesOf(random);
      const file = writeTiles(tilesOf(made));
      for (const backend of backends) {
        const [one] = made.scenes;
        for (let i = 0; i < 4; i++) {
          // The tiles are absent for each question anew.
          const tiled = await TiledScene.open(new CountingSource(file), { backend });
          const { origin, direction } = rayAt(random, made);
          const ray = { origin: vec(origin), direction: vec(direction) };
          const point = vec(targetOf(random, made.loop, made.sizes));
          const shape = shapeAt(random, made);
          const context = { ray, point, shape, loop: [...made.loop.boxes, ...made.loop.instances] };
          const hit = one.raycast(ray);
          if (hit !== null) hits++;
          const ask = random.pick([
            async () => [plain(await tiled.raycast(ray)), plain(hit)],
            async () => [(await tiled.raycastAll(ray)).map(plain), one.raycastAll(ray).map(plain)],
            async () => [
              (await tiled.nearest(point, { count: 9 })).map(plain),
              one.nearest(point, { count: 9 }).map(plain),
            ],
            async () => [[...(await tiled.overlap(shape))], [...one.overlap(shape)].sort((a, b) => a - b)],
          ]);
          const [given, expected] = await ask();
          if (show(given) !== show(expected)) throw new Error(show({ backend, given, expected, ...context }));
          await tiled.close();
        }
      }
    }),
  );
  expect(hits).toBeGreaterThan(0);
});

it.each(backends)(
  'overlap loads a tile whose bounds overflow float32, for every kind of shape (%s)',
  async (backend) => {
    const at = (x: number, y: number, z: number) => ({ x: 1e43 * x, y: 1e43 * y, z: 1e43 * z });
    const whole = new BoxScene({ backend: 'js' });
    const id = whole.addAabb({ min: at(-1, -1, -1), max: at(1, 1, 1) });
    const file = writeTiles([{ scene: whole, ids: [id] }]);
    const core = { min: at(1.1, 0, 0), max: at(2, 1, 1) };
    const shapes: Shape[] = [
      { a: core.min, b: core.max, radius: 2e42 },
      { ...core, radius: 2e42 },
      { center: core.min, radius: 2e42 },
      { ...core, min: at(1, 0, 0) },
      { a: at(1, 0, 0), b: core.min, c: core.max },
    ];
    for (const shape of shapes) {
      const tiled = await TiledScene.open(new CountingSource(file), { backend });
      expect([...(await tiled.overlap(shape))]).toEqual([...whole.overlap(shape)]);
      expect((await tiled.nearest(shape)).map(plain)).toEqual(whole.nearest(shape).map(plain));
      await tiled.close();
    }
  },
);
