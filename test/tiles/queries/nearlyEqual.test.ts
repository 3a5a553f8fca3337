import { BoxScene } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { expect, it } from 'vitest';
import { backends } from '../../support/compare';
import { Random } from '../../support/random';
import { CountingSource, writeTiles } from '../support/writeTiles';

/** On either side of the middle a wall, and a wider one that begins where it does. Each is a tile. */
function walls(x: number): { whole: BoxScene; file: Uint8Array } {
  const whole = new BoxScene();
  const parts = [64, 128].flatMap((wide) =>
    [x, -129].map((low) => {
      const box = { min: { x: low, y: -wide, z: -wide }, max: { x: low < 0 ? -x : 129, y: wide, z: wide } };
      const scene = new BoxScene({ backend: 'js' });
      scene.addAabb(box);
      return { scene, ids: [whole.addAabb(box)] };
    }),
  );
  return { whole, file: writeTiles(parts) };
}

it.each(backends)(
  'the first of equally near walls is the closest hit, also if its tile is absent (%s)',
  async (backend) => {
    // In float32, each number that these rays are tested with rounds by as much as it can, some of them all the same way.
    const random = new Random(1);
    const rays = Float64Array.from({ length: 6 * 20_000 }, (_, i) =>
      i % 6 < 3 ? 0 : i % 6 === 3 ? random.between(0.985, 0.999) : random.next() / 99,
    );
    const { whole, file } = walls(127.98539733886719);
    const tiled = await TiledScene.open(new CountingSource(file), { backend });
    // Only the wider wall is as wide as that.
    await tiled.overlap({ center: { x: 128.5, y: 100, z: 0 }, radius: 1 });
    expect(tiled.tiles.loaded).toEqual(Uint8Array.of(0, 0, 1, 0));
    const { ids, ts } = await tiled.raycastMany(rays);
    const expected = whole.raycastMany(rays);
    expect(ts).toEqual(expected.ts);
    expect(Array.from(ids).filter((id, i) => id !== expected.ids[i])).toEqual([]);
    await tiled.close();
  },
);
