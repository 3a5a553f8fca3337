import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BoxScene, SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { readTileFile, type TileFile } from '../../../../test/support/readTileFile';
import { Folder, program } from '../support/command';

const CSV = 'minX,minY,minZ,maxX,maxY,maxZ,mask,name\n0,0,0,1,1,1,5,Tower\n4,0,0,5,1,1,,Lamp\n';
const JSON_BOXES = '[{"min": [0, 0, 9], "max": [1, 1, 10], "name": "Crane"}, {"min": [7, 0, 9], "max": [8, 1, 10]}]';

const flat = (count: number): Float32Array => {
  const random = new Random(count);
  return new Float32Array(6 * count).map((_, i) => (i % 6 < 3 ? random.between(0, 50) : random.between(51, 90)));
};

const bytesOf = (numbers: Float32Array): Uint8Array => new Uint8Array(numbers.buffer);

function tilesIn(folder: Folder, name = 'city.slabs'): TileFile {
  return readTileFile(Uint8Array.from(folder.read(name)));
}

/** The boxes of a file of tiles by global id: their numbers and masks, and their names. */
function boxesOf(file: TileFile): Map<number, unknown[]> {
  const boxes = new Map<number, unknown[]>();
  for (const tile of file.tiles) {
    const names = new SceneNames((tile.names ?? []) as [number, string][]);
    tile.ids.forEach((id, own) => {
      const box = tile.scene.boxes.get(own);
      boxes.set(id, [...(box?.min ?? []), ...(box?.max ?? []), (box?.mask ?? 0) >>> 0, names.nameOf(own) ?? null]);
    });
  }
  return boxes;
}

const done = { status: 0, stdout: '', stderr: '' };

describe('slabtree build --tiles', () => {
  it('build --tiles writes the boxes of several files with consecutive ids', () => {
    const folder = new Folder();
    const numbers = flat(3000);
    folder.write('a.csv', CSV);
    folder.write('b.json', JSON_BOXES);
    folder.write('c.f32', bytesOf(numbers));
    expect(folder.run('build --tiles a.csv c.f32 b.json -o city.slabs --boxes-per-tile 50')).toEqual(done);
    const file = tilesIn(folder);
    const boxes = boxesOf(file);
    const all = 0xffffffff;
    expect(boxes.size).toBe(3004);
    expect(boxes.get(0)).toEqual([0, 0, 0, 1, 1, 1, 5, 'Tower']);
    expect(boxes.get(1)).toEqual([4, 0, 0, 5, 1, 1, all, 'Lamp']);
    for (let i = 0; i < 3000; i++) {
      expect(boxes.get(2 + i)).toEqual([...numbers.subarray(6 * i, 6 * i + 6), all, null]);
    }
    expect(boxes.get(3002)).toEqual([0, 0, 9, 1, 1, 10, all, 'Crane']);
    expect(boxes.get(3003)).toEqual([7, 0, 9, 8, 1, 10, all, null]);
    expect(file.tiles.length).toBe(61);
    expect(readdirSync(folder.path).sort()).toEqual(['a.csv', 'b.json', 'c.f32', 'city.slabs']);
  });

  it('build --tiles reads the standard input, uses --tmp, and replaces an old file', () => {
    const folder = new Folder();
    mkdirSync(join(folder.path, 'waiting'));
    folder.write('city.slabs', 'old');
    const numbers = flat(100);
    const line = 'build --tiles --format f32 - -o city.slabs --tmp waiting --threads 1';
    expect(folder.run(line, bytesOf(numbers))).toEqual(done);
    expect(boxesOf(tilesIn(folder)).size).toBe(100);
    expect(readdirSync(join(folder.path, 'waiting'))).toEqual([]);
  });

  it('build --tiles keeps the triangles of a glTF, and its names', () => {
    const folder = new Folder();
    const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
    folder.write(
      'town.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        nodes: [
          { mesh: 0, name: 'Left' },
          { mesh: 0, name: 'Right', translation: [5, 0, 0] },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [1, 1, 0] }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions.toString('base64')}` }],
      }),
    );
    folder.write('a.csv', CSV);
    expect(folder.run('build --tiles a.csv town.gltf --triangles -o city.slabs --boxes-per-tile 1')).toEqual(done);
    const file = tilesIn(folder);
    const withMeshes = file.tiles.filter(({ scene }) => scene.meshes.length > 0);
    expect(withMeshes.map(({ ids }) => ids).sort()).toEqual([[2], [3]]);
    for (const { scene } of withMeshes) expect(scene.meshes[0].triangles).toHaveLength(1);
    expect([...boxesOf(file)].map(([id, box]) => [id, box.at(-1)]).sort()).toEqual([
      [0, 'Tower'],
      [1, 'Lamp'],
      [2, 'Left'],
      [3, 'Right'],
    ]);
  });

  it('build --tiles reports errors, and leaves nothing behind', () => {
    const folder = new Folder();
    folder.write('bad.csv', '0,0,0,1,1,1\n0,0,0,1,abc,1\n');
    folder.write('bad.f32', bytesOf(flat(5)).subarray(0, 100));
    folder.write('turned.f32', bytesOf(flat(9).reverse()));
    folder.write('nan.f32', bytesOf(flat(2).fill(NaN, 8)));
    const files = readdirSync(folder.path);
    const fails = (line: string, stderr: string, status = 1): void => {
      expect(folder.run(`build --tiles ${line}`)).toEqual({ status, stdout: '', stderr: `${stderr}\n` });
      expect(readdirSync(folder.path)).toEqual(files);
    };
    fails('bad.csv -o city.slabs', 'bad.csv:2:9: expected a number, got "abc"');
    fails('bad.f32 -o city.slabs', 'bad.f32: it ends after 4 of the 24 bytes of box 4');
    fails('nan.f32 -o city.slabs', 'nan.f32: box 1: min z must be a finite number, got NaN');
    const turned = folder.run('build --tiles turned.f32 -o city.slabs').stderr;
    expect(turned).toMatch(/^turned\.f32: box 0: min x must not be greater than max x, got [\d.]+ and [\d.]+\n$/);
    fails('none.f32 -o city.slabs', 'none.f32: no such file or directory');
    fails('bad.csv -o -', 'stdout: a file of tiles is not written from its beginning to its end: give a file');
    fails('bad.csv -o city.slabs --tmp none', 'none: no such file or directory');
    fails('bad.csv -o bad.csv', 'bad.csv: the boxes are read from this file: give another file');
    fails(
      'bad.csv -o city.slabs --boxes-per-tile 9000000',
      'error: --boxes-per-tile must be an integer from 1 to 4194304, got 9000000',
      2,
    );
    expect(folder.run('build bad.csv -o city.slab --tmp .').stderr).toBe(
      'error: --boxes-per-tile, --tmp and --threads need --tiles\n',
    );
    expect(folder.run('build --format csv - - -o city.slab').stderr).toBe(
      'error: the standard input can be read only once\n',
    );
  });

  it.runIf(process.platform === 'linux').each([
    [40, 'waiting'],
    [1500, 'city.slabs'],
  ])('build --tiles leaves nothing behind if only %d kB can be written', (blocks, name) => {
    const folder = new Folder();
    mkdirSync(join(folder.path, 'waiting'));
    folder.write('c.f32', bytesOf(flat(30_000)));
    const command = `ulimit -f ${2 * blocks}; exec ${process.execPath} ${program} build --tiles c.f32 -o city.slabs --tmp waiting`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
    expect(stderr.split('/').at(-1)).toBe(`${name}: file too large\n`);
    expect(status).toBe(1);
    expect(readdirSync(join(folder.path, 'waiting'))).toEqual([]);
    expect(readdirSync(folder.path).sort()).toEqual(['c.f32', 'waiting']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('build --tiles leaves nothing behind after %s', async (signal, status) => {
    let outcome: unknown = null;
    // A build may be over before the signal comes, if the machine is busy. Then a larger one is interrupted.
    for (let count = 200_000; outcome !== status && count < 2_000_000; count *= 2) {
      const folder = new Folder();
      folder.write('c.f32', bytesOf(flat(count)));
      const child = spawn(process.execPath, [program, 'build', '--tiles', 'c.f32', '-o', 'city.slabs'], {
        cwd: folder.path,
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      await expect.poll(() => readdirSync(folder.path).length, { interval: 5 }).toBe(2);
      child.kill(signal);
      outcome = await ended;
      expect(readdirSync(folder.path)).toEqual(outcome === 0 ? ['c.f32', 'city.slabs'] : ['c.f32']);
    }
    expect(outcome).toBe(status);
  });
});

it('build reads several files, and flat float32', () => {
  const folder = new Folder();
  folder.write('a.csv', CSV);
  folder.write('b.json', JSON_BOXES);
  folder.write('c.f32', bytesOf(flat(10)));
  expect(folder.run('build a.csv b.json c.f32 -o city.slab')).toEqual(done);
  const names = SceneNames.deserialize(folder.read('city.slab'));
  expect(BoxScene.deserialize(folder.read('city.slab')).size).toBe(14);
  expect([0, 1, 2, 3, 4].map((id) => names.nameOf(id) ?? null)).toEqual(['Tower', 'Lamp', 'Crane', null, null]);
});

it('info describes a file of tiles, and a damaged one', () => {
  const folder = new Folder();
  folder.write('c.f32', bytesOf(flat(3000)));
  folder.run('build --tiles c.f32 -o city.slabs');
  const { stdout, status } = folder.run('info city.slabs');
  expect(status).toBe(0);
  expect(stdout).toContain('boxes                      3000\n');
  expect(stdout).toContain('tiles                      3\n');
  const file = folder.read('city.slabs');
  expect(JSON.parse(folder.run('info city.slabs --json').stdout)).toMatchObject({
    boxes: 3000,
    tiles: 3,
    boxesPerTile: 1000,
    namedTiles: 0,
    fileBytes: file.length,
  });
  folder.write('short.slabs', file.subarray(0, 5000));
  expect(folder.run('info short.slabs').stderr).toBe(
    `short.slabs: this is not a readable file of tiles: it has 5000 bytes, but its header says ${file.length}\n`,
  );
  file[100] ^= 1;
  folder.write('damaged.slabs', file);
  expect(folder.run('info damaged.slabs').stderr).toBe(
    'damaged.slabs: this is not a readable file of tiles: the checksum of its header is wrong\n',
  );
});
