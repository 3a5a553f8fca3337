import { Readable } from 'node:stream';
import { type Aabb, BoxScene, SceneNames } from 'slabtree';
import { mapInOrder } from '../../mapInOrder';
import { TILE_VERSION } from '../../../../src/tiles/format/tileFileHeader';
import { type TileEntry, tileBytesOf } from '../../../../src/tiles/format/directory';
import { readTile } from '../../../../src/tiles/format/tile';
import { openScene } from '../input/openScene';
import { boxAround, type TileFile } from '../input/tileFile';
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

/** What a tile holds, and the bounds of its boxes: min x y z, max x y z. */
interface VerifiedTile {
  own: Counts;
  box: number[];
}

type Counts = Pick<Verified, 'boxes' | 'orientedBoxes' | 'instances' | 'namedBoxes'>;

/**
 * Reads a whole scene file, and checks its checksums, its boxes, meshes and trees, and its names.
 *
 * @throws InputError that names the damage.
 */
export async function verifyScene(path: string): Promise<Verified> {
  const { scene, version, readNames, byteLength } = await openScene(path);
  return { kind: 'scene', version, ...countsOf(scene, readNames()), bounds: scene.bounds, fileBytes: byteLength };
}

/** How many tiles are read ahead of the tile that is checked. */
const TILES_AHEAD = 4;

/**
 * Reads all tiles of a file, whose header and index have been checked. Checks the checksum of each tile, its boxes, meshes and
 * trees, its names and ids, and that it is where the index says. Each id must be in one tile.
 *
 * @throws InputError that names the first damaged tile and its bytes.
 */
export async function verifyTiles(path: string, file: TileFile, progress: Progress): Promise<Verified> {
  const { header, tiles, read } = file;
  const counts: Counts = { boxes: 0, orientedBoxes: 0, instances: 0, namedBoxes: 0 };
  const bounds: number[] = [];
  const taken = new Uint8Array(Math.ceil(header.boxes / 8));
  progress.start('checking tiles', tiles.length);
  const entries = Readable.from(tiles)[Symbol.asyncIterator]() as AsyncIterator<TileEntry>;
  const loads = mapInOrder(entries, TILES_AHEAD, (entry) => read(entry.offset, tileBytesOf(entry)));
  let tile = 0;
  for await (const bytes of loads) {
    const { offset } = tiles[tile];
    try {
      const { own, box } = verifyTile(file, tile, bytes, taken);
      for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += own[name];
      bounds.push(...box);
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      const place = `${path}: tile ${tile}, bytes ${offset} to ${offset + bytes.length - 1} of the file`;
      throw new InputError(`${place}: ${withShownTexts(thrown.message.replace(UNREADABLE, ''))}`);
    }
    tile++;
    progress.advance(1);
  }
  progress.stop();
  const { fileBytes } = header;
  const whole = { bounds: boxAround(bounds), tiles: tiles.length, fileBytes };
  return { kind: 'scene in tiles', version: TILE_VERSION, ...counts, ...whole };
}

/** The beginning of the messages of errors of a tile, which the place of the tile replaces. */
const UNREADABLE = /^tile \d+ is not readable: /;

/**
 * Checks the bytes of a tile. Returns what the tile holds, and the exact bounds of its boxes.
 *
 * @param taken a bit for each id, 1 if an earlier tile has it. The ids of the tile are added.
 */
function verifyTile(
  { header, tiles, reach }: TileFile,
  tile: number,
  bytes: Uint8Array,
  taken: Uint8Array,
): VerifiedTile {
  const { scene: sceneBytes, names, ids } = readTile(bytes, tile, tiles[tile], header);
  const scene = BoxScene.deserialize(sceneBytes);
  for (const id of ids) {
    const byte = Math.floor(id / 8);
    const bit = 1 << (id % 8);
    if ((taken[byte] & bit) !== 0) throw new InputError(`the box ${id} is in an earlier tile, too`);
    taken[byte] |= bit;
  }
  const own = countsOf(scene, names.length === 0 ? new SceneNames([]) : SceneNames.deserialize(names));
  return { own, box: boxWithin(scene, reach.subarray(6 * tile, 6 * tile + 6)) };
}

/** Returns the bounds of a tile's boxes. Throws unless they are within the tile's bounds in the index. */
function boxWithin(scene: BoxScene, reach: Float64Array): number[] {
  if (scene.bounds === null) return [];
  const { min, max } = scene.bounds;
  const box = [min.x, min.y, min.z, max.x, max.y, max.z];
  const isWithin = box.every((end, i) => (i < 3 ? end >= reach[i] : end <= reach[i]));
  if (!isWithin) throw new InputError('it reaches beyond its bounds in the index');
  return box;
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
