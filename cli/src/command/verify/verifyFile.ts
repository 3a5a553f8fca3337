import { Readable } from 'node:stream';
import type { Aabb, BoxScene, SceneNames, Vec3 } from 'slabtree';
import type { IndexedTile, TileFile } from 'slabtree/tiles';
import { mapInOrder } from '../../mapInOrder';
import { isUrl } from '../input/openInput';
import { hasTiles, openScene } from '../input/openScene';
import { withTileFile } from '../input/tileFile';
import type { Progress } from '../output/progress';
import { InputError } from '../text/errors';
import { withShownTexts } from '../text/showText';

/** What a file holds in which nothing is damaged. */
export interface Verified {
  kind: 'scene' | 'scene in tiles';
  /** The version of the file's format. */
  version: number;
  boxes: number;
  orientedBoxes: number;
  /** How many boxes are instances of meshes. */
  instances: number;
  /** How many boxes have a name. */
  namedBoxes: number;
  /** The bounds of all boxes. Null if there are no boxes. */
  bounds: Aabb | null;
  /** Undefined for a scene that is not in tiles. */
  tiles?: number;
  fileBytes: number;
}

type Counts = Pick<Verified, 'boxes' | 'orientedBoxes' | 'instances' | 'namedBoxes'>;

/**
 * Reads every byte of a scene file or a file of tiles, and checks it.
 *
 * @param path a path, or a URL of http: or https:.
 * @throws InputError that names the damage.
 */
export async function verifyFile(path: string, progress: Progress): Promise<Verified> {
  if (isUrl(path)) progress.start(`opening ${path}`);
  if (await hasTiles(path)) return withTileFile(path, (file) => verifyTiles(path, file, progress));
  progress.start(`reading ${path}`);
  return verifyScene(path);
}

/**
 * Reads a whole scene file, and checks its checksums, its boxes, meshes and trees, and its names.
 *
 * @throws InputError that names the damage.
 */
async function verifyScene(path: string): Promise<Verified> {
  const { scene, version, readNames, byteLength } = await openScene(path);
  return { kind: 'scene', version, ...countsOf(scene, readNames()), bounds: scene.bounds, fileBytes: byteLength };
}

/** How many tiles are read and checked ahead of the tile that is counted. */
const TILES_AHEAD = 4;

/**
 * Reads all tiles of a file, whose header and index have been checked. `TileFile` checks each tile by itself. Each id must be in
 * one tile.
 *
 * @throws InputError that names the first damaged tile and its bytes.
 */
async function verifyTiles(path: string, file: TileFile, progress: Progress): Promise<Verified> {
  const { version, tiles, fileBytes } = file;
  const counts: Counts = { boxes: 0, orientedBoxes: 0, instances: 0, namedBoxes: 0 };
  let bounds: Aabb | null = null;
  const taken = new Uint8Array(Math.ceil(file.boxes / 8));
  progress.start('checking tiles', tiles.length);
  const numbers = Readable.from(tiles.keys())[Symbol.asyncIterator]() as AsyncIterator<number>;
  const contents = mapInOrder(numbers, TILES_AHEAD, async (tile) => {
    try {
      return await file.read(tile);
    } catch (thrown) {
      throw inTile(path, tiles[tile], tile, thrown);
    }
  });
  let tile = 0;
  for await (const { scene, names, ids } of contents) {
    const twice = takeIds(ids, taken);
    if (twice !== null) {
      throw inTile(path, tiles[tile], tile, new InputError(`the box ${twice} is in an earlier tile, too`));
    }
    const own = countsOf(scene, names);
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += own[name];
    if (scene.bounds !== null) bounds = boxAround(bounds, scene.bounds);
    tile++;
    progress.advance(1);
  }
  progress.stop();
  return { kind: 'scene in tiles', version, ...counts, bounds, tiles: tiles.length, fileBytes };
}

/** The beginning of the messages of errors of a tile, which the place of the tile replaces. */
const UNREADABLE = /^tile \d+ is not readable: /;

/** Returns an InputError that has the place of a damaged tile. Returns errors of the source unchanged: they have the place. */
function inTile(path: string, { offset, bytes }: IndexedTile, tile: number, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name === 'TileSourceError') return thrown;
  const place = `${path}: tile ${tile}, bytes ${offset} to ${offset + bytes - 1} of the file`;
  return new InputError(`${place}: ${withShownTexts(thrown.message.replace(UNREADABLE, ''))}`);
}

/**
 * Adds the ids of a tile to those of earlier tiles.
 *
 * @param taken a bit for each id, 1 if an earlier tile has it.
 * @returns an id that an earlier tile has, or null.
 */
function takeIds(ids: Float64Array, taken: Uint8Array): number | null {
  for (const id of ids) {
    const byte = Math.floor(id / 8);
    const bit = 1 << (id % 8);
    if ((taken[byte] & bit) !== 0) return id;
    taken[byte] |= bit;
  }
  return null;
}

/** Returns the box around two boxes, of which the first may be null. */
function boxAround(one: Aabb | null, other: Aabb): Aabb {
  if (one === null) return other;
  const of = (pick: (a: number, b: number) => number, a: Vec3, b: Vec3): Vec3 => ({
    x: pick(a.x, b.x),
    y: pick(a.y, b.y),
    z: pick(a.z, b.z),
  });
  return { min: of(Math.min, one.min, other.min), max: of(Math.max, one.max, other.max) };
}

function countsOf(scene: BoxScene, names: SceneNames): Counts {
  const { boxes, orientedBoxes } = scene.statistics();
  const counts = { boxes, orientedBoxes, instances: 0, namedBoxes: 0 };
  for (let id = 0, left = boxes; left > 0; id++) {
    if (!scene.has(id)) continue;
    left--;
    if (scene.meshes.length > 0 && scene.meshOf(id) !== null) counts.instances++;
    if (names.runs.length > 0 && names.nameOf(id) !== undefined) counts.namedBoxes++;
  }
  return counts;
}
