import type { Stats } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { MEASURE_NUMBERS, type SceneMeasure, writeMeasure } from '../../bvh/margins/sceneMeasure';
import type { TileEntry } from '../../tiles/format/directory';
import { TILE_HEADER_BYTES } from '../../tiles/format/tileFileHeader';
import type { BuiltTile } from '../build/tileBuilder';
import { keepOwnerAndMode, modeBefore, partialPath, removeStalePartials } from '../files/replacement';
import { named } from '../files/systemErrors';
import { writeIndexBounds, writeTileIndex } from './writeTileIndex';

/** A file of tiles. It is written under another name in the same folder, and renamed when it is complete. */
export class TileFile {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: FileHandle;
  readonly #measure: SceneMeasure;
  readonly #tiles: TileEntry[] = [];
  /** The bounds of all tiles, rounded outward as the index of the file stores them. */
  readonly #bounds: number[] = [];
  #end = TILE_HEADER_BYTES;

  private constructor(path: string, partial: string, file: FileHandle, measure: SceneMeasure) {
    this.#path = path;
    this.#partial = partial;
    this.#file = file;
    this.#measure = measure;
  }

  static async create(path: string, measure: SceneMeasure): Promise<TileFile> {
    const partial = partialPath(path);
    try {
      await removeStalePartials(path);
      const replaced = await statOrNull(path);
      return new TileFile(path, partial, await open(partial, 'wx', modeBefore(replaced)), measure);
    } catch (thrown) {
      throw named(path, thrown);
    }
  }

  get tiles(): number {
    return this.#tiles.length;
  }

  async add(tiles: readonly BuiltTile[]): Promise<void> {
    const own = new Float32Array(6);
    for (const { bytes, entry, bounds } of tiles) {
      await this.#write(bytes, this.#end);
      this.#tiles.push({ ...entry, offset: this.#end });
      this.#end += bytes.length;
      writeIndexBounds(bounds, own);
      this.#bounds.push(...own);
    }
  }

  /**
   * Writes the index and the header of the file, and renames the file. Returns the length of the file in bytes.
   *
   * @param meshCondition at least the condition number of every instance's matrix: see BoxStore.
   * @param throwIfStopped called right before the file is renamed.
   */
  async finish(meshCondition: number, throwIfStopped: () => void): Promise<number> {
    const numbers = new Float64Array(MEASURE_NUMBERS);
    writeMeasure(this.#measure, numbers, 0);
    const { header, index } = writeTileIndex(
      { bounds: Float32Array.from(this.#bounds), tiles: this.#tiles },
      { measure: new Uint8Array(numbers.buffer), meshCondition },
      this.#end,
    );
    await this.#write(index, this.#end);
    await this.#write(header, 0);
    try {
      const replaced = await statOrNull(this.#path);
      if (replaced !== null) await keepOwnerAndMode(this.#file, replaced);
      await this.#file.sync();
      await this.#file.close();
      throwIfStopped();
      await rename(this.#partial, this.#path);
    } catch (thrown) {
      throw named(this.#path, thrown);
    }
    return this.#end + index.length;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await this.#file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
      }
    } catch (thrown) {
      throw named(this.#path, thrown);
    }
  }

  /** Closes and removes the unfinished file. */
  async remove(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  return await stat(path).catch(() => null);
}
