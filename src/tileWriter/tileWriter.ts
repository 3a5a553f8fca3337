import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Aabb, FloatArray, IndexArray, Matrix4, Mesh, NameRun, Obb } from 'slabtree';
import { measureOfSums } from '../bvh/margins/measureScene';
import { isClosedMesh } from '../bvh/meshes/closedMesh';
import { boundsOf } from '../bvh/meshes/placeCorners';
import { ID_LIMIT } from '../bvh/layout/nodeLayout';
import { isObject, show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { readMesh } from '../scene/arguments/meshNumbers';
import { throwIfAborted } from '../scene/arguments/progressOptions';
import { LongWork, nextTask } from '../scene/longWork';
import {
  checkInteger,
  readSettings,
  type TileWriterOptions,
  type TileWriterSettings,
  usualBoxesPerTile,
} from './tileWriterOptions';
import { BuildThreads } from './build/buildThreads';
import { tileJobs } from './jobs/tileJobs';
import { named } from './files/systemErrors';
import { TileFile } from './output/tileFile';
import { SpilledBoxes } from './spill/spilledBoxes';
import { type PlacedMesh, readMesh as readSpilledMesh, SpilledMeshes, TileMesh } from './spill/spilledMeshes';
import { StagedBoxes } from './spill/stagedBoxes';
import { TemporaryFiles } from './files/temporaryFiles';

/** The numbers of `boxes`, `tiles` and bytes of a finished file of tiles: the answer of {@link TileWriter.finish}. */
export interface WrittenTiles {
  readonly boxes: number;
  readonly tiles: number;
  /** The length of the file of tiles in bytes. */
  readonly byteLength: number;
}

/** The script of the threads that build tiles. In the built package, it is beside the script of `TileWriter`. */
const TILE_THREAD = new URL('./tileThread.js', import.meta.url).href;
/** How many bytes of box records are written to the temporary file at once. */
const BUFFERED = 1 << 20;
/** The fraction of the progress that stands for spilling all boxes to parts of space. The other part stands for building tiles. */
const SPILLED = 0.25;

/**
 * Writes a scene as a file of tiles, which `slabtree/tiles` reads tile by tile. The memory does not grow with the number of
 * boxes: boxes are stored in temporary files until {@link finish}.
 *
 * Boxes, meshes and instances are added as to a `BoxScene`. The first box gets the id 0, the next box the id 1, and so on. The
 * file appears when {@link finish} has written all of it. Until then, and after an error or {@link abort}, no file is left
 * behind.
 *
 * @throws TypeError or RangeError that names the argument, if an argument of a call is not valid.
 * @throws Error if the writer has been finished or aborted.
 *
 * @example
 * ```ts
 * const writer = await TileWriter.create('city.slabs');
 * writer.addAabbs(new Float32Array([0, 0, 0, 1, 1, 1, 4, 0, 0, 5, 1, 1]));
 * writer.size; // → 2
 * // At the end: await writer.finish()
 * ```
 */
export class TileWriter extends Inspected {
  readonly #path: string;
  readonly #settings: TileWriterSettings;
  readonly #files: TemporaryFiles;
  readonly #boxes: SpilledBoxes;
  readonly #staged: StagedBoxes;
  readonly #meshes: SpilledMeshes;
  readonly #onAbort = () => {
    this.#stop?.(this.#settings.signal?.reason);
    void this.abort();
  };
  /** The smallest first id that the next run of names may have. */
  #leastId = 0;
  /** The message of the error that later calls of the writer throw. Null while boxes can be added. */
  #whyClosed: string | null = null;
  /** A promise that fulfils when the work of {@link finish} has ended, whether the work has succeeded or not. */
  #finishing: Promise<unknown> = Promise.resolve();
  /** Stops the running {@link finish}. Null if {@link finish} is not running. */
  #stop: ((reason: unknown) => void) | null = null;

  private constructor(path: string, settings: TileWriterSettings) {
    super();
    // JavaScript ignores that the constructor is `private`, so a caller may pass any settings.
    if (!isObject(settings) || !('sortedBytes' in settings)) {
      throw new TypeError('a TileWriter must be made by TileWriter.create(path)');
    }
    this.#path = path;
    this.#settings = settings;
    this.#files = new TemporaryFiles(settings.temporaryFolder);
    this.#boxes = new SpilledBoxes(this.#files, BUFFERED);
    this.#staged = new StagedBoxes(this.#boxes);
    this.#meshes = new SpilledMeshes(this.#files);
    settings.signal?.addEventListener('abort', this.#onAbort);
  }

  /**
   * Returns a writer of a file of tiles.
   *
   * @param path the path of the file. If there is a file already, {@link finish} replaces it.
   * @returns a promise. It rejects if the file or a temporary file cannot be created.
   *
   * @example
   * ```ts
   * const other = await TileWriter.create('other.slabs', { threads: 1 });
   * other.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
   * await other.finish();
   * ```
   */
  static async create(path: string, options: TileWriterOptions = {}): Promise<TileWriter> {
    if (typeof path !== 'string') throw new TypeError(`path must be a path, got ${show(path)}`);
    const settings = await readSettings(path, options);
    throwIfAborted(settings);
    try {
      await access(dirname(path), constants.W_OK | constants.X_OK);
    } catch (thrown) {
      throw named(path, thrown);
    }
    const present = await stat(path).catch(() => null);
    if (present !== null && !present.isFile())
      throw new Error(`'${path}' is not a file, and cannot be replaced by one`);
    return new TileWriter(path, settings);
  }

  /** The number of boxes that have been added to the writer. */
  get size(): number {
    return this.#staged.count;
  }

  /**
   * Adds an axis-aligned box. See {@link BoxScene.addAabb}.
   *
   * @param box finite numbers, with no `min` greater than its `max`.
   * @param mask 32 bits, all set by default. A query with a mask finds only boxes whose mask shares a set bit with the query's
   *   mask.
   * @returns the id of the box.
   *
   * @example
   * ```ts
   * const house = writer.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
   * house; // → 2
   * ```
   */
  addAabb(box: Aabb, mask?: number): number {
    return this.#add(() => this.#staged.addAabb(box, mask));
  }

  /**
   * Adds an oriented box. See {@link BoxScene.addObb}.
   *
   * @param box a local box and the affine matrix that places it. The matrix must not be singular.
   * @param mask 32 bits, all set by default. See {@link addAabb}.
   * @returns the id of the box.
   *
   * @example
   * ```ts
   * const eighthTurn = { x: 0, y: Math.sin(Math.PI / 8), z: 0, w: Math.cos(Math.PI / 8) }; // about y
   * const car = writer.addObb(obbFromCenter({ x: 4, y: 1, z: -6 }, { x: 2, y: 1, z: 1 }, eighthTurn));
   * car; // → 2
   * ```
   */
  addObb(box: Obb, mask?: number): number {
    return this.#add(() => this.#staged.addObb(box, mask));
  }

  /**
   * Adds many axis-aligned boxes. See {@link BoxScene.addAabbs}.
   *
   * @param boxes 6 numbers per box: min x, y, z, then max x, y, z.
   * @param mask one mask of 32 bits for all the boxes, all set by default. See {@link addAabb}.
   * @returns the id of the first box. The ids of the other boxes follow it.
   *
   * @example
   * ```ts
   * const first = writer.addAabbs(new Float32Array([0, 7, 0, 1, 8, 1, 4, 7, 0, 5, 8, 1]));
   * first; // → 2
   * ```
   */
  addAabbs(boxes: FloatArray, mask?: number): number {
    return this.#add(() => this.#staged.addAabbs(boxes, mask));
  }

  /**
   * Adds an oriented box for each matrix. All these boxes have the same local box. See {@link BoxScene.addObbs}.
   *
   * @param matrices 16 numbers per matrix, column-major, affine and not singular.
   * @param mask one mask of 32 bits for all the boxes, all set by default. See {@link addAabb}.
   * @returns the id of the first box. The ids of the other boxes follow it.
   *
   * @example
   * ```ts
   * const crate = { min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 2, z: 1 } };
   * const matrix = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]); // 9 along x
   * writer.addObbs(crate, matrix); // → 2
   * ```
   */
  addObbs(box: Aabb, matrices: FloatArray, mask?: number): number {
    return this.#add(() => this.#staged.addObbs(box, matrices, mask));
  }

  /**
   * Adds a mesh. See {@link BoxScene.addMesh}. Every tile with an instance of the mesh stores the mesh.
   *
   * @param positions 3 numbers per vertex.
   * @param index 3 vertices per triangle, each less than the number of vertices. Without an index, every three vertices
   *   are a triangle.
   * @returns the mesh, which {@link addInstance} of this writer can place.
   *
   * @example
   * ```ts
   * const triangle = writer.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * triangle.triangleCount; // → 1
   * ```
   */
  addMesh(positions: FloatArray, index?: IndexArray): Mesh {
    return this.#add(() => {
      const numbers = readMesh(positions, index);
      const place = this.#meshes.add(numbers.positions, numbers.index);
      const triangles = (numbers.index ?? numbers.positions).length / (numbers.index === null ? 9 : 3);
      const bounds = boundsOf(numbers.positions, numbers.index);
      return new TileMesh(this, place, bounds, triangles, numbers.positions.length / 3, () => this.#isClosed(place));
    });
  }

  /**
   * Adds an instance of a mesh. See {@link BoxScene.addInstance}.
   *
   * @param mesh a mesh that {@link addMesh} of this writer returned.
   * @param matrix 16 numbers, column-major, affine and not singular. The identity by default.
   * @param mask 32 bits, all set by default. See {@link addAabb}.
   * @returns the id of the instance, which is a box, too.
   *
   * @example
   * ```ts
   * const triangle = writer.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const id = writer.addInstance(triangle, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]); // 9 along x
   * id; // → 2
   * ```
   */
  addInstance(mesh: Mesh, matrix?: Matrix4, mask?: number): number {
    return this.#add(() => this.#staged.addInstance(this.#placeOf(mesh), matrix, mask));
  }

  /**
   * Adds an instance of a mesh for each matrix. See {@link BoxScene.addInstances}.
   *
   * @param matrices 16 numbers per matrix, column-major, affine and not singular.
   * @param mask one mask of 32 bits for all the instances, all set by default. See {@link addAabb}.
   * @returns the id of the first instance. The ids of the other instances follow it.
   *
   * @example
   * ```ts
   * const triangle = writer.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
   * const matrix = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]); // 9 along x
   * writer.addInstances(triangle, matrix); // → 2
   * ```
   */
  addInstances(mesh: Mesh, matrices: FloatArray, mask?: number): number {
    return this.#add(() => this.#staged.addInstances(this.#placeOf(mesh), matrices, mask));
  }

  /** Whether a mesh in the temporary file of meshes is closed. */
  #isClosed(place: number): boolean {
    return this.#add(() => {
      const { positions, index } = readSpilledMesh(this.#meshes.descriptor, place);
      return isClosedMesh(positions, index ?? null);
    });
  }

  #placeOf(mesh: Mesh): PlacedMesh {
    const found = TileMesh.placeOf(mesh, this);
    if (found === null) throw new RangeError(`mesh must be a mesh of this writer, got ${show(mesh)}`);
    return found;
  }

  /**
   * Names boxes by runs of ids, as `SceneNames` does. Later calls may add runs: each first id must be greater than the first id
   * before.
   *
   * @param runs the runs, sorted by their first ids, which are ids of boxes of this writer.
   * @throws RangeError if a first id is not greater than the one before, or no box has it.
   *
   * @example
   * ```ts
   * writer.addNames([[0, 'Tower'], [1, 'Bridge']]);
   * ```
   */
  addNames(runs: Iterable<NameRun>): void {
    this.#add(() => {
      if (!isObject(runs) || !(Symbol.iterator in runs)) {
        throw new TypeError(`runs must be an iterable of [firstId, name], got ${show(runs)}`);
      }
      let index = 0;
      for (const run of runs) {
        const copy = readRun(`runs[${index++}]`, run, this.#leastId);
        this.#leastId = copy[0] + 1;
        this.#boxes.names.add(copy);
      }
    });
  }

  /**
   * Writes the file: cuts space into tiles, and builds and writes each tile.
   *
   * @returns a promise. If it rejects, no new file is left behind, and a file that was there before is unchanged.
   *
   * @example
   * ```ts
   * const { boxes, tiles } = await writer.finish();
   * boxes; // → 2
   * tiles; // → 1
   * ```
   */
  async finish(): Promise<WrittenTiles> {
    this.#checkOpen();
    this.#whyClosed = 'the writer has finished: create another one';
    const work = this.#write();
    this.#finishing = work.catch(() => undefined);
    return work;
  }

  /**
   * Stops the writer, and removes everything that it has written. Does nothing after {@link finish} has ended.
   *
   * @example
   * ```ts
   * const other = await TileWriter.create('other.slabs');
   * await other.abort();
   * ```
   */
  async abort(): Promise<void> {
    this.#stop?.(new Error('the writer was aborted'));
    this.#whyClosed ??= 'the writer was aborted: create another one';
    await this.#finishing;
    this.#close();
  }

  /** Returns the properties that a console of Node shows for the writer. @internal */
  inspected(): object {
    return { path: this.#path, size: this.size, isOpen: this.#whyClosed === null };
  }

  async #write(): Promise<WrittenTiles> {
    let file: TileFile | null = null;
    let threads: BuildThreads | null = null;
    const stop: { cause: { readonly reason: unknown } | null } = { cause: null };
    const throwIfStopped = (): void => {
      if (stop.cause !== null) throw stop.cause.reason;
    };
    // Stopping ends the threads, which rejects their calls. A race with a promise would keep all built tiles in memory.
    this.#stop = (reason) => {
      stop.cause ??= { reason };
      void threads?.end();
    };
    const progress = new LongWork(this.#settings, this.#stop);
    try {
      this.#staged.spill();
      const { count } = this.#boxes;
      const { threads: most, sortedBytes, boxesPerTile } = this.#settings;
      const measure = measureOfSums(this.#staged.sums);
      file = await TileFile.create(this.#path, measure);
      threads = new BuildThreads(TILE_THREAD, most, { measure, boxes: count, meshFile: this.#meshes.descriptor });
      let [spilled, written] = [0, 0];
      const report = async (): Promise<void> => {
        progress.report((SPILLED * Math.min(spilled, count) + (1 - SPILLED) * written) / (count + 1));
        await nextTask();
        throwIfStopped();
      };
      const settings = { boxesPerTile: boxesPerTile ?? usualBoxesPerTile(count), sortedBytes };
      const jobs = tileJobs(this.#files, this.#boxes, settings, async (boxes) => {
        spilled += boxes;
        await report();
      });
      for await (const tiles of threads.build(jobs)) {
        await file.add(tiles);
        for (const { entry } of tiles) written += entry.boxes;
        await report();
      }
      const { tiles } = file;
      const byteLength = await file.finish(this.#staged.meshCondition, throwIfStopped);
      progress.report(1);
      return { boxes: count, tiles, byteLength };
    } catch (thrown) {
      await threads?.end();
      threads = null;
      await file?.remove();
      throwIfStopped();
      throw thrown;
    } finally {
      this.#stop = null;
      progress.end();
      await threads?.end();
      this.#close();
    }
  }

  /** Calls `add`, which adds boxes or names. If the disk cannot be written, closes the writer and removes its temporary files. */
  #add<Value>(add: () => Value): Value {
    this.#checkOpen();
    try {
      return add();
    } catch (thrown) {
      if (thrown instanceof Error && 'syscall' in thrown) {
        this.#whyClosed = `the writer has failed: ${thrown.message}`;
        this.#close();
      }
      throw thrown;
    }
  }

  #checkOpen(): void {
    throwIfAborted(this.#settings);
    if (this.#whyClosed !== null) throw new Error(this.#whyClosed);
  }

  #close(): void {
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    this.#files.closeAll();
  }
}

function readRun(name: string, run: NameRun, leastId: number): NameRun {
  if (!Array.isArray(run)) throw new TypeError(`${name} must be [firstId, name], got ${show(run)}`);
  const [firstId, text, firstInstance] = run as NameRun;
  checkInteger(`${name}[0]`, firstId, leastId, Number.MAX_SAFE_INTEGER);
  if (text !== null && typeof text !== 'string') {
    throw new TypeError(`${name}[1] must be a name or null, got ${show(text)}`);
  }
  if (firstInstance === undefined) return [firstId, text];
  checkInteger(`${name}[2]`, firstInstance, 0, ID_LIMIT - 1);
  return [firstId, text, firstInstance];
}
