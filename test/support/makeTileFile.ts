import { BoxScene, SceneNames } from 'slabtree';
import { type TileEntry, tileBytesOf } from '../../src/tiles/format/directory';
import { measureOf } from '../../src/tiles/format/tileFileHeader';
import { writeTile } from '../../src/tiles/format/tile';
import { writeTileIndex } from '../../src/tileWriter/output/writeTileIndex';
import { sealed } from './mutateSlabFile';
import type { Random } from './random';

/** A small file of tiles, and what went into it. */
export interface MadeTileFile {
  readonly file: Uint8Array;
  readonly tiles: readonly { scene: Uint8Array; names: Uint8Array; ids: Float64Array }[];
}

/** Writes unit cubes into tiles at random. The measure of all is that of one scene of them, and some more. */
export function makeTileFile(random: Random, boxes: number, count: number): MadeTileFile {
  const cubes = Array.from({ length: boxes }, () => random.triple(-9, 9).map(Math.fround));
  const idsOfTiles = Array.from({ length: count }, (): number[] => []);
  cubes.forEach((_, id) => idsOfTiles[id < count ? id : random.below(count)].push(id));
  const measure = measureOf(
    sceneOf([
      [0, 0, 0],
      [-16, -16, -16],
      [15, 15, 15],
    ]),
  ).slice();
  const tiles = idsOfTiles.map((ids) => ({
    scene: withMeasure(sceneOf(ids.map((id) => cubes[id])), measure),
    names: random.chance(0.5) ? new Uint8Array(0) : new SceneNames([[0, `from ${ids[0]}`]]).serialize(),
    ids: Float64Array.from(ids),
  }));
  const bounds = Float32Array.from(tiles.flatMap(() => [-16, -16, -16, 16, 16, 16]));
  const entries: TileEntry[] = [];
  const parts: Uint8Array[] = [];
  let offset = 192;
  for (const tile of tiles) {
    const { bytes, entry } = writeTile(tile, boxes);
    entries.push({ ...entry, offset });
    parts.push(bytes);
    offset += tileBytesOf(entry as TileEntry);
  }
  const end = writeTileIndex({ bounds, tiles: entries }, { measure, meshCondition: 0 }, offset);
  return { file: Uint8Array.from(Buffer.concat([end.header, ...parts, end.index])), tiles };
}

function sceneOf(cubes: readonly (readonly number[])[]): Uint8Array {
  const scene = new BoxScene({ backend: 'js' });
  for (const [x, y, z] of cubes) scene.addAabb({ min: { x, y, z }, max: { x: x + 1, y: y + 1, z: z + 1 } });
  return scene.serialize();
}

function withMeasure(scene: Uint8Array, measure: Uint8Array): Uint8Array {
  scene.set(measure, 56);
  return sealed(scene);
}
