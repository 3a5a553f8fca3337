import { type Aabb, BoxScene, SceneNames, SlabtreeFormatError } from 'slabtree';
import { findFault } from '../bvh/tiles/findFault';
import { checkNumber } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS } from '../primitives/optionNames';
import { readProgressOptions } from '../scene/arguments/progressOptions';
import { INTERNALS } from '../scene/internals';
import { refuseTile } from './format/bytes';
import { type TileEntry, tileBytesOf } from './format/directory';
import { readTile, type Tile } from './format/tile';
import { TILE_VERSION } from './format/tileFileHeader';
import { findConditionFault } from './format/tiledMeasure';
import { openFile, OpenFile } from './openFile';
import type { TileSource } from './sources/openSource';
import { FILE_OPTIONS, readLimits, type TileFileOptions } from './tileFileOptions';

/** What the index of a file of tiles says of a tile: see {@link TileFile}. */
export interface IndexedTile {
  /** The offset of the tile in the file, in bytes. */
  readonly offset: number;
  /** The length of the tile in the file, in bytes. */
  readonly bytes: number;
  /** How many boxes the tile has: at least one. */
  readonly boxes: number;
  /** Whether boxes of the tile have names. */
  readonly hasNames: boolean;
  /**
   * A box around the boxes of the tile, in world units. The index rounds it outward by up to 1/256 of its size, and its numbers may
   * be infinite. The sum of such a number and the origin of the file is rounded: to be sure to contain the boxes, widen it by
   * 2^-40 of the largest coordinate of the scene.
   */
  readonly bounds: Aabb;
}

/** The content of a tile, as {@link TileFile.read} returns it. */
export interface TileContent {
  /** The boxes and meshes of the tile. The ids of its boxes are 0 to `size - 1`. */
  readonly scene: BoxScene;
  /** The names of the boxes, by their ids in `scene`. No runs if the boxes have no names. */
  readonly names: SceneNames;
  /** For each id in `scene`, the id of the box in the whole scene, as `TiledScene` returns it. The ids increase. */
  readonly ids: Float64Array;
}

/**
 * A file of tiles, read tile by tile: for programs that check, convert or list such files. {@link TiledScene} answers queries
 * of one.
 *
 * @example
 * ```ts
 * import { TileWriter } from 'slabtree/tile-writer';
 *
 * const writer = await TileWriter.create('town.slabs');
 * writer.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
 * writer.addNames([[0, 'House']]);
 * await writer.finish();
 *
 * const town = await TileFile.open('town.slabs'); // or the address of a file
 * town.boxes; // → 1
 * for (const tile of town.tiles.keys()) {
 *   const { scene, names, ids } = await town.read(tile);
 *   scene.size; // → 1
 *   names.nameOf(0); // → 'House'
 *   ids[0]; // → 0
 * }
 * // At the end: await town.close()
 * ```
 */
export class TileFile extends Inspected {
  /** The version of the file's format. */
  readonly version = TILE_VERSION;
  /** How many boxes all tiles have together. Their ids are 0 to `boxes - 1`, and each is in one tile. */
  readonly boxes: number;
  /** The length of the file in bytes. */
  readonly fileBytes: number;
  /** The length in bytes of the index, which ends the file. */
  readonly indexBytes: number;
  /** The tiles in the order in which they are in the file. {@link read} takes the number of a tile in this array. */
  readonly tiles: readonly IndexedTile[];
  readonly #file: OpenFile;
  /** Each stops a read that is under way. */
  readonly #reads = new Set<AbortController>();
  #closing: Promise<void> | null = null;

  private constructor(file: OpenFile) {
    super();
    // JavaScript ignores that the constructor is `private`, so a caller may pass any arguments.
    if (!(file instanceof OpenFile)) throw new TypeError('a TileFile must be made by TileFile.open(source)');
    const { header, entries } = file;
    this.#file = file;
    this.boxes = header.boxes;
    this.fileBytes = header.fileBytes;
    this.indexBytes = header.fileBytes - header.indexAt;
    this.tiles = entries.map((entry, tile) => indexedTile(entry, boundsOf(file, tile)));
  }

  /**
   * Opens a file of tiles: reads and checks its header and its index, and no tile.
   *
   * @param source an address, a path (in Node), a `Blob`, or an object that reads ranges, as `TiledScene.open` takes it.
   * @returns a promise. It rejects with a `TileSourceError` if the file cannot be read, with a `SlabtreeFormatError` if it is
   *   not a file of tiles or is damaged, and with the reason of the signal.
   *
   * @example
   * ```ts
   * const open = await TileFile.open('town.slabs', { retries: 0 });
   * open.fileBytes === open.tiles[0].offset + open.tiles[0].bytes + open.indexBytes; // → true
   * await open.close();
   * ```
   */
  static async open(source: TileSource, options: TileFileOptions = NO_OPTIONS): Promise<TileFile> {
    FILE_OPTIONS.check('options', options);
    const limits = readLimits(options);
    const { signal } = readProgressOptions(options);
    return await openFile(source, limits, signal, (file) => new TileFile(file));
  }

  /** A box around all boxes of the file, or null if there are none. It is as exact as the `bounds` of the tiles. */
  get bounds(): Aabb | null {
    const { tiles } = this;
    if (tiles.length === 0) return null;
    const ends = { min: { ...tiles[0].bounds.min }, max: { ...tiles[0].bounds.max } };
    for (const { bounds } of tiles) {
      for (const k of ['x', 'y', 'z'] as const) {
        ends.min[k] = Math.min(ends.min[k], bounds.min[k]);
        ends.max[k] = Math.max(ends.max[k], bounds.max[k]);
      }
    }
    return ends;
  }

  /**
   * Reads a tile, and checks all of it: its checksum, its boxes, meshes and tree, its names and ids, and that it is within its
   * bounds in the index. It is not compared with other tiles, so a damaged file may have an id in two tiles. Several tiles may
   * be read at once.
   *
   * @param tile the number of the tile, from 0 to `tiles.length - 1`.
   * @returns a promise. It rejects with a `SlabtreeFormatError` that names the tile if the tile is damaged, with a
   *   `TileSourceError` if it cannot be read, with a `TypeError` or `RangeError` for a wrong number, and with an `Error` if the
   *   file has been closed.
   *
   * @example
   * ```ts
   * const first = await town.read(0);
   * first.scene.bounds?.max; // → { x: 8, y: 6, z: 8 }
   * ```
   */
  async read(tile: number): Promise<TileContent> {
    const { entries } = this.#file;
    checkNumber('tile', tile);
    if (!(Number.isInteger(tile) && tile >= 0 && tile < entries.length)) {
      throw new RangeError(
        `tile must be an integer from 0 to less than the file's ${entries.length} tiles, got ${tile}`,
      );
    }
    return contentOf(this.#file, tile, await this.#readBytes(entries[tile]));
  }

  async #readBytes(entry: TileEntry): Promise<Uint8Array> {
    if (this.#closing !== null) throw closed();
    const controller = new AbortController();
    this.#reads.add(controller);
    try {
      return await this.#file.reader.read(entry.offset, tileBytesOf(entry), controller.signal);
    } finally {
      this.#reads.delete(controller);
    }
  }

  /**
   * Closes the source. Reads that are under way reject. A second call returns the promise of the first.
   *
   * @returns a promise, which is fulfilled once the source is closed.
   *
   * @example
   * ```ts
   * await town.close();
   * ```
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const controller of this.#reads) controller.abort(closed());
    await this.#file.reader.source.close?.();
  }

  /** Returns the properties that a console of Node shows for the file. @internal */
  inspected(): object {
    const { version, boxes, fileBytes, indexBytes, tiles } = this;
    return { name: this.#file.reader.source.name, version, boxes, fileBytes, indexBytes, tiles: tiles.length };
  }
}

function closed(): Error {
  return new Error('the file has been closed');
}

function indexedTile(entry: TileEntry, bounds: Aabb): IndexedTile {
  const { offset, boxes, namesBytes } = entry;
  return { offset, bytes: tileBytesOf(entry), boxes, hasNames: namesBytes > 0, bounds };
}

/** Returns the bounds of a tile in the index, moved to the world. */
function boundsOf({ relative, measure: { origin } }: OpenFile, tile: number): Aabb {
  const [minX, minY, minZ, maxX, maxY, maxZ] = Array.from(
    relative.subarray(6 * tile, 6 * tile + 6),
    (bound, i) => origin[i % 3] + bound,
  );
  return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } };
}

/**
 * Returns the content of a tile.
 *
 * @throws SlabtreeFormatError that names the tile.
 */
function contentOf(file: OpenFile, tile: number, bytes: Uint8Array): TileContent {
  const { header, measure, entries, bounds } = file;
  const parts = readTile(bytes, tile, entries[tile], header);
  const { scene, names } = readParts(tile, parts);
  const { ids } = parts;
  const tree = scene[INTERNALS].tree.current();
  const expected = { measure, boxes: header.boxes, bounds: bounds.subarray(6 * tile, 6 * tile + 6), levels: 0 };
  const fault = findConditionFault(measure, tree.boxes.meshCondition) ?? findFault(tree, ids, expected);
  if (fault !== null) refuseTile(tile, fault);
  return { scene, names, ids };
}

function readParts(tile: number, { scene, names }: Tile): Pick<TileContent, 'scene' | 'names'> {
  try {
    return {
      scene: BoxScene.deserialize(scene),
      names: names.length === 0 ? new SceneNames([]) : SceneNames.deserialize(names),
    };
  } catch (error) {
    if (error instanceof SlabtreeFormatError) refuseTile(tile, error.message);
    throw error;
  }
}
