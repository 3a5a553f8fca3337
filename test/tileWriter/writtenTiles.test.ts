import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { TileWriter, type TileWriterOptions } from 'slabtree/tile-writer';
import { INTERNALS } from '../../src/scene/internals';
import { usualBoxesPerTile } from '../../src/tileWriter/tileWriterOptions';
import { addBox } from '../support/compare';
import type { LoopBox } from '../support/loop';
import { linearParts, placed } from '../support/matrices';
import { Random } from '../support/random';
import { readSlabFile } from '../support/readSlabFile';
import { readTileFile, rootBounds, type TileFile } from '../support/readTileFile';
import { search } from '../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../support/scenes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes a file, and reads it with a reader that shares no code with the package. */
async function written(fill: (writer: TileWriter) => void, options: TileWriterOptions = {}): Promise<TileFile> {
  const path = join(folder, 'written.slabs');
  const writer = await TileWriter.create(path, { threads: 1, ...options });
  fill(writer);
  const counted = await writer.finish();
  const bytes = Uint8Array.from(readFileSync(path));
  const file = readTileFile(bytes);
  expect(counted).toEqual({ boxes: file.boxes, tiles: file.tiles.length, byteLength: bytes.length });
  expect(readdirSync(folder)).toEqual(['written.slabs']);
  return file;
}

/** The numbers of a box. */
function numbersOf({ min, max, matrix, mask }: LoopBox): unknown[] {
  return [...min, ...max, ...(matrix ?? []), mask >>> 0];
}

/** Compares value by value, in which 0 and -0 differ. `expect` is too slow for so many comparisons. */
function requireSame(values: readonly unknown[], expected: readonly unknown[]): void {
  if (values.length === expected.length && values.every((value, i) => Object.is(value, expected[i]))) return;
  expect(values).toEqual(expected);
}

/** Compares the boxes of all tiles with those of one scene, and each tile with what the page says of it. */
function compareWithScene(file: TileFile, scene: BoxScene): void {
  const whole = readSlabFile(scene.serialize());
  const measure = scene.serialize().subarray(56, 152);
  expect(file.boxes).toBe(scene.size);
  expect(file.measure).toEqual(measure);
  const condition = scene[INTERNALS].boxes.meshCondition;
  // That of a scene depends on the order of the instances: it is at most twice the largest.
  expect(file.meshCondition <= condition && condition <= 2 * file.meshCondition).toBe(true);
  const found = new Set<number>();
  file.tiles.forEach((tile) => {
    expect(tile.scene.boxes.size).toBe(tile.ids.length);
    tile.ids.forEach((id, own) => {
      if (found.has(id)) throw new Error(`box ${id} is in two tiles`);
      if (own > 0 && id <= tile.ids[own - 1]) throw new Error(`box ${id} comes after box ${tile.ids[own - 1]}`);
      found.add(id);
      const [box, expected] = [tile.scene.boxes.get(own), whole.boxes.get(id)];
      if (box === undefined || expected === undefined) throw new Error(`no box ${id}`);
      requireSame(numbersOf(box), numbersOf(expected));
    });
    const bounds = rootBounds(tile.bytes);
    for (let k = 0; k < 3; k++) {
      expect(tile.bounds[k]).toBeLessThanOrEqual(bounds[k]);
      expect(tile.bounds[k + 3]).toBeGreaterThanOrEqual(bounds[k + 3]);
    }
  });
  expect(found.size).toBe(scene.size);
  // The package believes nothing of what it reads: it checks each tree.
  for (const { bytes } of file.tiles) BoxScene.deserialize(bytes);
}

/** Options with which few boxes make many tiles, and wait on disk more than once. */
const small = (boxesPerTile: number): TileWriterOptions => ({ boxesPerTile, memory: 2 ** 14 });

describe('TileWriter', () => {
  it('the writer puts each box into one tile, bit for bit, whatever the boxes are', async () => {
    await search(
      0.5,
      fc.asyncProperty(
        fc.constantFrom(...wildFamilyNames),
        recipes(400),
        fc.integer({ min: 1, max: 60 }),
        async (family, recipe, boxesPerTile) => {
          const boxes = boxesOf(family, recipe);
          const scene = new BoxScene({ backend: 'js' });
          for (const box of boxes) addBox(scene, box);
          const file = await written((writer) => {
            for (const box of boxes) addBox(writer as unknown as BoxScene, box);
          }, small(boxesPerTile));
          compareWithScene(file, scene);
          for (const { ids } of file.tiles) expect(ids.length).toBeLessThanOrEqual(boxesPerTile);
        },
      ),
    );
  });

  it.each([1, 7, 500])('the writer makes %d tiles of full size, near each other in space', async (tiles) => {
    const numbers = cubes(new Random(tiles), 10 * tiles);
    const file = await written((writer) => {
      writer.addAabbs(numbers);
    }, small(10));
    const scene = new BoxScene();
    scene.addAabbs(numbers);
    compareWithScene(file, scene);
    // Parts of space that are sorted apart may end with a tile that is not full.
    expect(file.tiles.length).toBeGreaterThanOrEqual(tiles);
    expect(file.tiles.length).toBeLessThan(1.35 * tiles + 1);
    const volumes = file.tiles.map(({ bounds }) =>
      [0, 1, 2].reduce((volume, k) => volume * (bounds[k + 3] - bounds[k]), 1),
    );
    // If boxes came to tiles at random, each tile would be as large as the whole.
    const whole = 101 ** 3;
    if (tiles > 1) expect(volumes.reduce((sum, volume) => sum + volume, 0)).toBeLessThan(4 * whole);
  });

  it('the writer makes the same bytes with any number of threads, and any steps of the boxes', async () => {
    const numbers = cubes(new Random(5), 3000);
    const files: Buffer[] = [];
    for (const threads of [1, 2, 5]) {
      await written(
        (writer) => {
          const step = 6 * 100 * threads;
          for (let at = 0; at < numbers.length; at += step) writer.addAabbs(numbers.subarray(at, at + step));
        },
        { ...small(20), threads },
      );
      files.push(readFileSync(join(folder, 'written.slabs')));
    }
    expect(files[1].equals(files[0])).toBe(true);
    expect(files[2].equals(files[0])).toBe(true);
  });

  it('the writer cuts identical boxes by their order, also if only most are identical', async () => {
    for (const others of [0, 3]) {
      const numbers = new Float64Array(6 * 2000).map((_, i) => (i % 6 < 3 ? 1 : 2));
      for (let i = 0; i < others; i++) numbers.set([50 + i, 0, 0, 51 + i, 1, 1], 6 * 500 * (i + 1));
      const scene = new BoxScene();
      scene.addAabbs(numbers);
      const file = await written((writer) => {
        writer.addAabbs(numbers);
      }, small(8));
      compareWithScene(file, scene);
    }
  });

  it('the writer makes a file without boxes', async () => {
    const file = await written(() => undefined);
    expect(file.tiles).toEqual([]);
    expect(file.tiles).toEqual([]);
  });

  it('the writer keeps masks, oriented boxes and meshes', async () => {
    const scene = new BoxScene();
    const file = await written((writer) => {
      for (const to of [scene, writer]) {
        const own = new Random(3);
        const meshes = Array.from({ length: 4 }, (_, i) => {
          const positions = Array.from({ length: 9 * (i + 1) }, () => own.between(-2, 2));
          return i % 2 === 0
            ? to.addMesh(Float32Array.from(positions))
            : to.addMesh(Float64Array.from(positions), (i === 1 ? Uint16Array : Uint32Array).of(0, 1, 2, 2, 1, 3));
        });
        for (let i = 0; i < 300; i++) {
          const matrix = placed(linearParts.rotation(own), own.triple(-50, 50));
          const mask = own.pick([undefined, 1, 6, -1]);
          if (i % 5 === 0) to.addAabbs(cubes(own, 7), mask);
          else if (i % 5 === 1)
            to.addObbs(
              { min: { x: 0, y: -0, z: 0 }, max: { x: 1, y: 2, z: 3 } },
              Float64Array.from([...matrix, ...matrix]),
              mask,
            );
          else if (i % 5 === 2) to.addInstance(own.pick(meshes), matrix, mask);
          else if (i % 5 === 3) to.addInstances(own.pick(meshes), Float32Array.from([...matrix, ...matrix]), mask);
          else to.addObb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 }, matrix }, mask);
        }
        const [least] = meshes;
        expect(least.bounds.min.x).toBeLessThan(least.bounds.max.x);
        expect([least.triangleCount, least.vertexCount]).toEqual([1, 3]);
        to.addInstance(least);
      }
    }, small(25));
    compareWithScene(file, scene);
    const whole = readSlabFile(scene.serialize());
    for (const { scene: tile, ids } of file.tiles) {
      expect(new Set(tile.placed.values()).size).toBe(tile.meshes.length);
      ids.forEach((id, own) => {
        const [mesh, expected] = [tile.placed.get(own), whole.placed.get(id)];
        expect(mesh === undefined).toBe(expected === undefined);
        if (mesh === undefined || expected === undefined) return;
        expect(tile.meshes[mesh].triangles).toEqual(whole.meshes[expected].triangles);
        expect(tile.meshes[mesh].isFloat32).toBe(whole.meshes[expected].isFloat32);
        expect(tile.meshes[mesh].isIndexed).toBe(whole.meshes[expected].isIndexed);
      });
    }
  });

  it('the writer cuts tiles whose meshes are large', async () => {
    const positions = (i: number) => new Float32Array(9 * 20_000).map((_, k) => i + (k % 7));
    const file = await written((writer) => {
      for (let i = 0; i < 12; i++) writer.addInstance(writer.addMesh(positions(20 * i)));
    });
    expect(file.tiles.length).toBeGreaterThan(2);
    expect(file.tiles.length).toBeLessThan(12);
  });

  it('the writer keeps the names of boxes, and the numbers of instances', async () => {
    await search(
      0.1,
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 50 }), async (seed, boxesPerTile) => {
        const random = new Random(seed);
        const count = 1 + random.below(300);
        const runs: NameRun[] = [];
        for (let id = random.below(5); id < count; id += 1 + random.below(random.pick([2, 40]))) {
          const name = random.pick(['Tower', 'Lämp\n"x"', '', null, `box ${id}`]);
          runs.push(random.chance(0.5) ? [id, name] : [id, name, random.below(100)]);
        }
        const numbers = cubes(random, count);
        const file = await written((writer) => {
          writer.addNames(runs.slice(0, 3));
          writer.addAabbs(numbers);
          writer.addNames(runs.slice(3));
        }, small(boxesPerTile));
        const names = new SceneNames(runs);
        for (const tile of file.tiles) {
          const own = new SceneNames((tile.names ?? []) as NameRun[]);
          tile.ids.forEach((id, i) => {
            requireSame([own.nameOf(i), own.instanceOf(i)], [names.nameOf(id), names.instanceOf(id)]);
          });
        }
      }),
      0.2,
    );
  });

  it('the writer gives ids in the order in which boxes are added', async () => {
    const writer = await TileWriter.create(join(folder, 'never.slabs'));
    const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    expect(writer.addAabb(box)).toBe(0);
    expect(writer.addAabbs(cubes(new Random(1), 20_000))).toBe(1);
    expect(writer.addObb({ ...box, matrix: placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]) })).toBe(20_001);
    expect(writer.addObbs(box, new Float64Array(0))).toBe(20_002);
    expect(writer.size).toBe(20_002);
    await writer.abort();
  });

  it('a mesh of a writer is closed or not, until the writer is closed', async () => {
    const writer = await TileWriter.create(join(folder, 'never.slabs'));
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const open = writer.addMesh(corners.subarray(0, 9));
    const closed = writer.addMesh(corners, Uint16Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3));
    const late = writer.addMesh(corners.subarray(0, 9));
    expect(closed.isClosed).toBe(true);
    expect(open.isClosed).toBe(false);
    await writer.abort();
    expect(closed.isClosed).toBe(true);
    expect(() => late.isClosed).toThrow('aborted');
  });

  it('the writer chooses larger tiles for more boxes', () => {
    expect([0, 1e6, 2e7, 1e8, 1e10].map(usualBoxesPerTile)).toEqual([1024, 1024, 1024, 2029, 20_287]);
  });
});

/** Cubes in a space of 100 by 100 by 100. */
function cubes(random: Random, count: number): Float32Array {
  const numbers = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = random.triple(0, 100);
    numbers.set([x, y, z, x + 1, y + 1, z + 1], 6 * i);
  }
  return numbers;
}
