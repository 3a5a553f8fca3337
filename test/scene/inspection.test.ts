import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { BoxScene } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { TileWriter } from 'slabtree/tile-writer';
import { TiledScene, TileFile } from 'slabtree/tiles';
import { RaycastPool } from 'slabtree/workers';
import { Group } from 'three';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backends } from '../support/compare';
import { makeTileFile } from '../support/makeTileFile';
import { Random } from '../support/random';

const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
const triangle = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);

/** What a console of Node prints, on one line. */
function printed(value: unknown): string {
  return inspect(value, { breakLength: Infinity });
}

describe("inspection in Node's console", () => {
  it.each(backends)('the console shows the size, the backend and the bytes of a scene (%s)', (backend) => {
    const scene = new BoxScene({ backend });
    scene.addAabbs(new Float32Array(18));
    const mesh = scene.addMesh(triangle);
    scene.addInstance(mesh);
    scene.commit();
    expect(printed(scene)).toBe(
      `BoxScene { size: 4, meshes: 1, backend: '${backend}', byteLength: ${scene.byteLength}, ` +
        'isShared: false, isReadOnly: false }',
    );
    expect(printed({ deep: { deeper: { deepest: scene } } })).toContain('[BoxScene]');
    expect(printed(mesh)).toBe(
      'Mesh { triangleCount: 1, vertexCount: 3, ' +
        'bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 0 } } }',
    );
  });

  it('the console shows an attached scene as it is, and does not move it to the last commit', () => {
    const scene = new BoxScene({ shared: true });
    scene.addAabb(unit);
    const reader = BoxScene.attach(scene.handle());
    const set = reader.overlap(unit);
    scene.addAabb(unit);
    scene.commit();
    expect(printed(reader)).toContain('BoxScene { size: 1,');
    expect(printed(reader)).toContain('isShared: true, isReadOnly: true }');
    expect(set.toArray()).toHaveLength(1);
    expect(reader.size).toBe(2);
    expect(printed(reader)).toContain('BoxScene { size: 2,');
    reader.detach();
    expect(printed(reader)).toContain('BoxScene { size: 2,');
  });

  it('the console shows the sizes of answers, and that a set can no longer be read', () => {
    const scene = new BoxScene();
    scene.addAabbs(new Float32Array(18));
    const set = scene.overlap(unit);
    expect(printed(set)).toBe('IdSet { size: 3 }');
    expect(printed(scene.pairs())).toBe('BoxPairs { size: 3 }');
    scene.addAabb(unit);
    expect(printed(set)).toBe('IdSet { isOutdated: true }');
  });

  it('the console shows the boxes of an index, and not all of its graph', () => {
    const root = new Group();
    root.name = 'city';
    const index = SceneIndex.from(root, { backend: 'js' });
    expect(printed(index)).toBe(
      "SceneIndex { root: 'Group \"city\"', boxes: BoxScene { size: 0, meshes: 0, backend: 'js', " +
        `byteLength: ${index.boxes.byteLength}, isShared: false, isReadOnly: false }, autoUpdate: true, autoPose: false }`,
    );
  });

  it('the console shows what a scene in tiles has read', async () => {
    const { file } = makeTileFile(new Random(1), 50, 4);
    const tiled = await TiledScene.open(new Blob([Uint8Array.from(file)]), { backend: 'js' });
    expect(printed(tiled)).toBe(
      "TiledScene { name: 'the blob', size: 50, tiles: 4, backend: 'js', loadedBytes: 0, " +
        `bytesRead: ${tiled.bytesRead}, threads: 0 }`,
    );
    expect(printed((await tiled.cull([])).inside)).toBe('TileIds { size: 50 }');
    await tiled.close();
  });

  it('the console shows the numbers of a file of tiles', async () => {
    const { file } = makeTileFile(new Random(1), 50, 4);
    const opened = await TileFile.open(new Blob([Uint8Array.from(file)]));
    expect(printed(opened)).toBe(
      `TileFile { name: 'the blob', version: 1, boxes: 50, fileBytes: ${file.length}, ` +
        `indexBytes: ${opened.indexBytes}, tiles: 4 }`,
    );
    await opened.close();
  });

  it('the console shows the threads and the calls of a pool, and that it is closed', async () => {
    const scene = new BoxScene({ shared: true });
    scene.addAabb(unit);
    const pool = await RaycastPool.create(scene, { threads: 1 });
    expect(printed(pool)).toMatch(/^RaycastPool \{ threads: \d, calls: 0, notice: .*, isClosed: false \}$/);
    await pool.close();
    expect(printed(pool)).toContain('isClosed: true');
  });

  it('the console shows the file of a writer of tiles', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inspection-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'boxes.slabs');
    const writer = await TileWriter.create(path);
    writer.addAabb(unit);
    expect(printed(writer)).toBe(`TileWriter { path: ${printed(path)}, size: 1, isOpen: true }`);
    await writer.abort();
    expect(printed(writer)).toContain('isOpen: false');
  });

  it('the console shows the name of an object that only represents another, for example a proxy', () => {
    const scene = new BoxScene();
    expect(printed(new Proxy(scene, {}))).toBe('[BoxScene]');
    expect(printed(Object.create(scene))).toBe('[BoxScene]');
  });

  it('the console shows the numbers if it has no function that prints', () => {
    const print = Reflect.get(new BoxScene(), Symbol.for('nodejs.util.inspect.custom')) as () => unknown;
    expect(Reflect.apply(print, new BoxScene({ backend: 'js' }), [2, {}])).toMatchObject({ size: 0, backend: 'js' });
  });
});
