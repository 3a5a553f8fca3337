import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BoxScene } from 'slabtree';
import { MEASURE_NUMBERS, type SceneMeasure, writeMeasure } from '../../bvh/margins/sceneMeasure';
import type { TileEntry } from '../../tiles/format/directory';
import { TILE_HEADER_BYTES } from '../../tiles/format/tileFileHeader';
import { writeTileIndex } from '../../tiles/format/tileIndex';
import type { BuiltTile } from '../build/buildTiles';
import { writeIndexBox } from '../build/rootBounds';
import { named } from '../files/systemErrors';

/** The bits of a file's mode that say who may read, write and run it. */
const PERMISSIONS = 0o777;

/** A file of tiles that is written beside its place, and brought there when it is whole. */
export class TileFile {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: FileHandle;
  readonly #measure: SceneMeasure;
  readonly #tiles: TileEntry[] = [];
  /** 6 numbers a tile, as in the index. */
  readonly #boxes: number[] = [];
  #end = TILE_HEADER_BYTES;

  private constructor(path: string, partial: string, file: FileHandle, measure: SceneMeasure) {
    this.#path = path;
    this.#partial = partial;
    this.#file = file;
    this.#measure = measure;
  }

  static async create(path: string, measure: SceneMeasure): Promise<TileFile> {
    // Not derived from the name of the file, which may be as long as a name can be.
    const partial = join(dirname(path), `slabtree-${randomUUID()}.partial`);
    try {
      return new TileFile(path, partial, await open(partial, 'wx'), measure);
    } catch (thrown) {
      throw named(path, thrown);
    }
  }

  get tiles(): number {
    return this.#tiles.length;
  }

  async add(tiles: readonly BuiltTile[]): Promise<void> {
    const box = new Float64Array(6);
    for (const { bytes, entry, bounds } of tiles) {
      await this.#write(bytes, this.#end);
      this.#tiles.push({ ...entry, offset: this.#end });
      this.#end += bytes.length;
      writeIndexBox(bounds, this.#measure, box, 0);
      this.#boxes.push(...box);
    }
  }

  /**
   * Writes the index and the header, and brings the file to its place. Returns its bytes.
   *
   * @param meshCondition at least ‖M‖·‖N‖ of every instance: see LeafStore.
   * @param throwIfStopped called right before it.
   */
  async finish(meshCondition: number, throwIfStopped: () => void): Promise<number> {
    const numbers = new Float64Array(MEASURE_NUMBERS);
    writeMeasure(this.#measure, numbers, 0);
    const scene = new BoxScene();
    scene.addAabbs(Float64Array.from(this.#boxes));
    const bytes = new Uint8Array(scene.serializeWithin(grownMeasure(this.#measure, this.#boxes)));
    const { header, index } = writeTileIndex(
      { scene: bytes, tiles: this.#tiles },
      { measure: new Uint8Array(numbers.buffer), meshCondition },
      this.#end,
    );
    await this.#write(index, this.#end);
    await this.#write(header, 0);
    try {
      const replaced = await stat(this.#path).catch(() => null);
      if (replaced !== null) await this.#file.chmod(replaced.mode & PERMISSIONS);
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

  /** Removes what has been written. */
  async remove(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

/** A measure that covers more AABBs. */
function grownMeasure(measure: SceneMeasure, boxes: readonly number[]): SceneMeasure {
  const { origin } = measure;
  const extent = measure.extent.slice();
  const magnitude = measure.magnitude.slice();
  boxes.forEach((number, i) => {
    const k = i % 3;
    magnitude[k] = Math.max(magnitude[k], Math.abs(number));
    extent[k] = Math.max(extent[k], Math.abs(number - origin[k]));
  });
  return { ...measure, extent, magnitude };
}
