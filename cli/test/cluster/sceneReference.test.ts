import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene } from 'slabtree';
import { TileWriter } from 'slabtree/tile-writer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClusterError } from '../../src/cluster/protocol/clusterQueue';
import { referenceTo } from '../../src/cluster/protocol/sceneReference';

const NO_SCENE = 'this is neither a scene file nor a file of tiles: give a file that slabtree build has written';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

describe('the reference to a scene file', () => {
  it('a reference says whether a file is a scene or a file of tiles', async () => {
    const folder = temporaryFolder();
    const [scene, tiles] = ['city.slab', 'city.slabs'].map((name) => join(folder, name));
    const boxes = new BoxScene();
    boxes.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
    const bytes = boxes.serialize();
    // Names may follow a scene.
    writeFileSync(scene, Buffer.concat([bytes, Buffer.from('names')]));
    const writer = await TileWriter.create(tiles);
    writer.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
    const { byteLength } = await writer.finish();
    expect(await referenceTo(scene)).toMatchObject({ path: scene, bytes: bytes.length + 5, tiled: false });
    expect(await referenceTo(tiles)).toMatchObject({ path: tiles, bytes: byteLength, tiled: true });
    expect((await referenceTo(scene)).header).not.toBe((await referenceTo(tiles)).header);
  });

  it.each<[string, (scene: Uint8Array) => Uint8Array, string]>([
    ['is no scene', () => Buffer.from('0,0,0,1,1,1\n'.repeat(100)), NO_SCENE],
    ['is empty', () => new Uint8Array(), NO_SCENE],
    [
      'ends within its header',
      (scene) => scene.subarray(0, 100),
      'this file ends after 100 of its 192 bytes: copy it again',
    ],
    ['is cut short', (scene) => scene.subarray(0, -1), 'this file ends after 575 of its 576 bytes: copy it again'],
  ])('a file that %s has no reference', async (_, change, message) => {
    const path = join(temporaryFolder(), 'city.slab');
    const scene = new BoxScene();
    scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
    writeFileSync(path, change(scene.serialize()));
    await expect(referenceTo(path)).rejects.toThrow(new ClusterError(`${path}: ${message}`));
  });

  it('a folder has no reference', async () => {
    const path = join(temporaryFolder(), 'city.slab');
    mkdirSync(path);
    await expect(referenceTo(path)).rejects.toThrow(`${path}: this is no regular file: give a scene file`);
  });
});
