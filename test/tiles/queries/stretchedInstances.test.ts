import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { backends } from '../../support/compare';
import { Random } from '../../support/random';
import { checksumOf } from '../../support/readSlabFile';
import { readTileFile } from '../../support/readTileFile';
import { search } from '../../support/runs';
import { type Triple, vec } from '../../support/triple';
import { CountingSource, writeTiles } from '../support/writeTiles';

const corners = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const sides = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

/** A tetrahedron as thin as a hair, turned about an axis along its length. */
function stretched(angle: number, thickness: number): number[] {
  const [cos, sin] = [thickness * Math.cos(angle), thickness * Math.sin(angle)];
  return [1, 0, 0, 0, 0, cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1];
}

function sceneWith(matrix: number[]): BoxScene {
  const scene = new BoxScene({ backend: 'js' });
  scene.addInstance(scene.addMesh(corners, sides), matrix);
  return scene;
}

describe('an instance that is stretched 1,000,000 : 1', () => {
  it('rays that only graze a stretched instance hit it, as in one scene', async () => {
    await search(
      0.4,
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = new Random(seed);
        const matrix = stretched(random.between(0, 6), 1e-6);
        const one = sceneWith(matrix);
        const file = writeTiles([{ scene: sceneWith(matrix), ids: [0] }]);
        for (const backend of backends) {
          for (let i = 0; i < 10; i++) {
            // The tile is absent for each ray anew.
            const tiled = await TiledScene.open(new CountingSource(file), { backend });
            const corner = random.below(3);
            const distance = 2 ** random.between(0, 20);
            const [x, y, z] = random.direction();
            const direction: Triple = [random.chance(0.5) ? 0 : x, y, z];
            const at = (k: number): number => matrix[4 * corner + k] - distance * direction[k];
            const origin: [number, number, number] = [at(0), at(1), at(2)];
            origin[random.axis()] += random.sign() * distance * 2 ** -random.between(25, 55);
            const ray = { origin: vec(origin), direction: vec(direction) };
            const expected = one.raycast(ray);
            const hit = await tiled.raycast(ray);
            expect(hit && { t: hit.t, id: hit.id, triangle: hit.triangle }).toEqual(
              expected && { t: expected.t, id: expected.id, triangle: expected.triangle },
            );
            await tiled.close();
          }
        }
      }),
      1,
    );
  });

  it('a ray loads the tile of a stretched instance if rounding might make it a hit', async () => {
    const file = writeTiles([{ scene: sceneWith(stretched(0.3, 1e-6)), ids: [0] }]);
    const distance = 2 ** 16;
    const direction: Triple = [0, Math.cos(0.3), Math.sin(0.3)];
    for (const [gap, reads] of [
      [2 ** -27 * distance, 3],
      [1, 2],
    ]) {
      const source = new CountingSource(file);
      const tiled = await TiledScene.open(source);
      const origin: Triple = [1 + gap, -distance * direction[1], -distance * direction[2]];
      expect(await tiled.raycast({ origin: vec(origin), direction: vec(direction) })).toBe(null);
      expect(source.reads).toHaveLength(reads);
    }
  });

  it('a file is rejected if it declares its instances as better conditioned', async () => {
    const file = writeTiles([{ scene: sceneWith(stretched(0.3, 1e-6)), ids: [0] }]);
    const { meshCondition } = readTileFile(file);
    expect(meshCondition).toBeGreaterThan(1e6);
    const view = new DataView(file.buffer);
    view.setFloat64(152, 1e5, true);
    view.setUint32(188, 0, true);
    view.setUint32(188, checksumOf(file.subarray(0, 192)), true);
    const tiled = await TiledScene.open(new CountingSource(file));
    await expect(tiled.overlap({ center: vec([0, 0, 0]), radius: 1 })).rejects.toThrow(
      'its instances are worse than the file says',
    );
  });
});
