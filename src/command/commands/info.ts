import type { Command } from 'commander';
import { type Aabb, type BoxScene, type SceneNames, SlabtreeFormatError } from 'slabtree';
import { hasTiles, openScene } from '../input/openScene';
import { writeOut } from '../output/standardOutput';
import { answerText, vec3Text } from '../text/showText';
import { jsonOption } from './options';
import { type TileEntry, tileBytesOf } from '../../tiles/format/directory';
import { readTiledMeasure, worldBoundsOf } from '../../tiles/format/tiledMeasure';
import { readTileFileHeader, TILE_HEADER_BYTES } from '../../tiles/format/tileFileHeader';
import { readTileIndex } from '../../tiles/format/tileIndex';
import { InputError, inFile } from '../text/errors';
import { type FileHandle, open } from 'node:fs/promises';

export function addInfo(program: Command): void {
  program
    .command('info')
    .description('print what a scene or a file of tiles holds')
    .argument('<scene>', 'a scene file or a file of tiles, written by build')
    .addOption(jsonOption)
    .action(async (path: string, { json = false }: { json?: boolean }) => {
      if (!(await tilesInfo(path, json))) await info(path, json);
    });
}

async function info(path: string, isJson: boolean): Promise<void> {
  const { scene, readNames, byteLength: fileBytes } = await openScene(path);
  const names = countNames(readNames());
  const { bounds, byteLength } = scene;
  const { boxes, orientedBoxes, nodes, depth, fill, sahCost } = scene.statistics();
  const meshes = countMeshes(scene);
  if (isJson) {
    const all = { boxes, orientedBoxes, ...meshes, names, bounds, nodes, depth, fill, sahCost, fileBytes, byteLength };
    await writeOut([`${JSON.stringify(all)}\n`]);
    return;
  }
  await writeOut([
    answerText({
      boxes,
      'axis-aligned': boxes - orientedBoxes,
      oriented: orientedBoxes,
      ...meshes,
      names,
      bounds: bounds === null ? 'none' : `${vec3Text(bounds.min)} to ${vec3Text(bounds.max)}`,
      nodes,
      depth,
      fill: `${(100 * fill).toFixed(1)}%`,
      'expected cost of a ray': sahCost.toFixed(2),
      'bytes of the file': fileBytes,
      'bytes in memory': byteLength,
    }),
  ]);
}

/** Returns the numbers of a scene's instances, meshes, and triangles of all meshes. An empty object if it has no meshes. */
function countMeshes(scene: BoxScene): Record<string, number> {
  const { meshes } = scene;
  if (meshes.length === 0) return {};
  const triangles = meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  let instances = 0;
  for (let id = 0, left = scene.size; left > 0; id++) {
    if (!scene.has(id)) continue;
    left--;
    if (scene.meshOf(id) !== null) instances++;
  }
  return { instances, meshes: meshes.length, triangles };
}

/** Returns the number of different names in a scene. Sorts the names, as a Set of them could hold at most 2^24 entries. */
function countNames({ runs }: SceneNames): number {
  const names = runs.flatMap(([, name]) => name ?? []).sort();
  return names.filter((name, index) => index === 0 || name !== names[index - 1]).length;
}

const AXES = ['x', 'y', 'z'] as const;

/**
 * Prints the properties of a file of tiles, which are in its header and its index. Does not read the tiles.
 *
 * @returns false if the path is not a file of tiles.
 */
async function tilesInfo(path: string, isJson: boolean): Promise<boolean> {
  if (!(await hasTiles(path))) return false;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = readTileFileHeader(await readAt(file, 0, Math.min(TILE_HEADER_BYTES, size)));
    if (header.fileBytes !== size) {
      throw new InputError(`${path}: it has ${size} bytes, but says that it has ${header.fileBytes}`);
    }
    const index = await readTileIndex(await readAt(file, header.indexAt, size - header.indexAt), header);
    const bounds = boundsOf(worldBoundsOf(index.bounds, readTiledMeasure(header)));
    const sum = (what: (tile: TileEntry) => number) => index.tiles.reduce((all, tile) => all + what(tile), 0);
    const most = (what: (tile: TileEntry) => number) => index.tiles.reduce((all, tile) => Math.max(all, what(tile)), 0);
    const { boxes, tiles, fileBytes } = header;
    const answer = {
      boxes,
      tiles,
      boxesPerTile: most((tile) => tile.boxes),
      namedTiles: sum((tile) => (tile.namesBytes > 0 ? 1 : 0)),
      bounds,
      fileBytes,
      indexBytes: fileBytes - header.indexAt,
      largestTileBytes: most(tileBytesOf),
    };
    if (isJson) {
      await writeOut([`${JSON.stringify(answer)}\n`]);
      return true;
    }
    await writeOut([
      answerText({
        boxes,
        tiles,
        'most boxes of a tile': answer.boxesPerTile,
        'tiles with names': answer.namedTiles,
        bounds: bounds === null ? 'none' : `${vec3Text(bounds.min)} to ${vec3Text(bounds.max)}`,
        'bytes of the file': fileBytes,
        'bytes of the index': answer.indexBytes,
        'bytes of the largest tile': answer.largestTileBytes,
      }),
    ]);
    return true;
  } catch (thrown) {
    if (thrown instanceof SlabtreeFormatError) throw new InputError(`${path}: ${thrown.message}`);
    throw inFile(path, thrown);
  } finally {
    await file.close();
  }
}

/** Returns the box around the bounds of all tiles. Null if there are no tiles. */
function boundsOf(bounds: Float64Array): Aabb | null {
  if (bounds.length === 0) return null;
  const [min, max] = [
    { x: Infinity, y: Infinity, z: Infinity },
    { x: -Infinity, y: -Infinity, z: -Infinity },
  ];
  for (let at = 0; at < bounds.length; at += 6) {
    AXES.forEach((axis, k) => {
      min[axis] = Math.min(min[axis], bounds[at + k]);
      max[axis] = Math.max(max[axis], bounds[at + k + 3]);
    });
  }
  return { min, max };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) return bytes.subarray(0, done);
    done += bytesRead;
  }
  return bytes;
}
