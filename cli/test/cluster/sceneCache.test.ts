import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { TileWriter } from 'slabtree/tile-writer';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { referenceTo } from '../../src/cluster/protocol/sceneReference';
import { SceneCache } from '../../src/cluster/worker/sceneCache';
import { openAnsweringScene } from '../../src/cluster/worker/answeringScene';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slabtree-')));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const OPTIONS = { threads: 1, memory: 2 ** 20 };
const RAY = [-1, 0.5, 0.5, 1, 0, 0];
const RAYS = Float64Array.from(RAY);

/** A scene of one box, which the ray enters at x + 1. */
function sceneAt(x: number): Uint8Array {
  const scene = new BoxScene();
  scene.addAabb({ min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 1, z: 1 } });
  return scene.serialize();
}

function writeScene(name: string, x: number): string {
  const path = join(folder, name);
  writeFileSync(path, sceneAt(x));
  return path;
}

it('a scene stays open until its queries have answered, however many others are opened meanwhile', async () => {
  const references = await Promise.all([0, 1, 2, 3, 4].map((i) => referenceTo(writeScene(`${i}.slab`, i))));
  const scenes = new SceneCache([folder], { threads: 2, memory: 2 ** 20 });
  const rays = Float64Array.from({ length: 6 * 100_000 }, (_, i) => RAY[i % 6]);
  const answers = await Promise.all(
    references.map((reference) => scenes.use(reference, (scene) => scene.answer(rays, {}))),
  );
  answers.forEach(({ ts }, i) => {
    expect(new Set(ts)).toEqual(new Set([i + 1]));
  });
  await scenes.close();
});

it("a relative path means the caller's file, in whichever folder it is", async () => {
  const folders = ['old', 'new'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  writeScene('old/city.slab', 5);
  const reference = { ...(await referenceTo(writeScene('new/city.slab', 6))), path: 'city.slab' };
  const scenes = new SceneCache(folders, OPTIONS);
  expect((await scenes.use(reference, (scene) => scene.answer(RAYS, {}))).ts).toEqual(Float64Array.of(7));
  // A folder that has gone meanwhile hides no other.
  const fewer = new SceneCache([join(folder, 'gone'), folders[1]], OPTIONS);
  expect((await fewer.use(reference, (scene) => scene.answer(RAYS, {}))).ts).toEqual(Float64Array.of(7));
  const missing = await referenceTo(writeScene('other.slab', 8));
  await expect(scenes.use({ ...missing, path: 'city.slab' }, () => 0)).rejects.toThrow(
    '"city.slab" is not the file that the caller means',
  );
  await scenes.close();
});

async function writeTiles(name: string, x: number): Promise<string> {
  const path = join(folder, name);
  const writer = await TileWriter.create(path);
  writer.addAabbs(Float64Array.of(x, 0, 0, x + 1, 1, 1));
  await writer.finish();
  return path;
}

it('a scene describes the file that was read, also if it is overwritten meanwhile', async () => {
  const path = writeScene('changing.slab', 1);
  const read = BoxScene.deserializeStream.bind(BoxScene);
  vi.spyOn(BoxScene, 'deserializeStream').mockImplementation((...given) => {
    writeScene('changing.slab', 2);
    return read(...given);
  });
  const scene = await openAnsweringScene(path, OPTIONS);
  expect((await scene.answer(RAYS, {})).ts).toEqual(Float64Array.of(3));
  expect(scene.reference).toEqual(await referenceTo(path));
  await scene.close();

  const tiles = await writeTiles('changing.slabs', 3);
  const others = readFileSync(await writeTiles('others.slabs', 4));
  const openTiles = TiledScene.open.bind(TiledScene);
  vi.spyOn(TiledScene, 'open').mockImplementation((...given) => {
    writeFileSync(tiles, others);
    return openTiles(...given);
  });
  const tiled = await openAnsweringScene(tiles, OPTIONS);
  expect((await tiled.answer(RAYS, {})).ts).toEqual(Float64Array.of(5));
  expect(tiled.reference).toEqual(await referenceTo(tiles));
  await tiled.close();
});
