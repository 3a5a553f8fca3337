import { TiledScene } from 'slabtree/tiles';
import { expect, it } from 'vitest';
import { backends, sceneOf } from '../../support/compare';
import { Random } from '../../support/random';
import { boxesOf } from '../../support/scenes';
import { CountingSource, partsOf, writeTiles } from '../support/writeTiles';

it.each(backends)(
  'split and cull find boxes in absent tiles that overflow the test of a plane (%s)',
  async (backend) => {
    const boxes = boxesOf('oriented boxes: scale of 1e-10 to 1e10', { count: 50, seed: 7 });
    const { scene } = sceneOf(boxes, backend);
    const file = writeTiles(partsOf(new Random(4), boxes, 50));
    for (const size of [1e291, 1e299, 1e303, 1e307]) {
      const planes = [{ normal: { x: -7 * size, y: 3 * size, z: 6 * size }, constant: 0 }];
      const expected = scene.cull(planes);
      const tiled = await TiledScene.open(new CountingSource(file), { backend });
      const { inside, crossing } = await tiled.cull(planes);
      expect([...inside]).toEqual(Array.from(expected.inside.toArray()).sort((a, b) => a - b));
      expect([...crossing]).toEqual(Array.from(expected.crossing.toArray()).sort((a, b) => a - b));
      await tiled.close();
    }
  },
);
