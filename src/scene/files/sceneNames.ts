import { sceneBytes } from '../../bvh/file/fileHeader';
import { namesBlockBytes, readNamesBlock, writeNamesBlock } from '../../bvh/file/namesBlock';
import { refuse } from '../../bvh/file/slabtreeFormatError';
import { ID_LIMIT } from '../../bvh/layout/nodeLayout';
import { checkNumber, isObject, show } from '../../primitives/check';
import { NO_OPTIONS, OptionNames } from '../../primitives/optionNames';
import type { DeserializeOptions } from '../arguments/boxSceneOptions';
import { bytesOf } from '../arguments/bufferView';

/**
 * A name for all boxes from `firstId` on, up to the first id of the next run. The name is null if the boxes have no
 * name. If the boxes are instances of one thing, `firstInstance` is the instance of the first box, and the boxes after
 * it are the next instances. See {@link SceneNames}.
 */
export type NameRun = readonly [firstId: number, name: string | null, firstInstance?: number];

/** Options with which {@link SceneNames.deserialize} reads names. */
export type NamesOptions = Pick<DeserializeOptions, 'byteOffset'>;

const NAMES_OPTIONS = /* @__PURE__ */ new OptionNames<NamesOptions>({ byteOffset: true });

/**
 * Names for the boxes of a scene, which has only ids itself. The names can follow the scene in its file.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabbs(new Float32Array([0, 0, 0, 8, 90, 8, 20, 0, 0, 60, 5, 8]));
 * const names = new SceneNames([[0, 'Tower'], [1, 'Bridge']]);
 * names.nameOf(1); // → 'Bridge'
 * const file = new Blob([scene.serialize(), names.serialize()]);
 * const bytes = await file.arrayBuffer(); // BoxScene.deserialize reads the scene of them
 * SceneNames.deserialize(bytes).nameOf(0); // → 'Tower'
 * ```
 */
export class SceneNames {
  /** The runs of boxes with equal names, sorted by their first ids. */
  readonly runs: readonly NameRun[];

  /**
   * Makes names for the boxes of a scene.
   *
   * @param runs runs of boxes with equal names, sorted by their first ids. The first ids must ascend.
   * @throws TypeError or RangeError that names the run, if a run is not valid.
   */
  constructor(runs: Iterable<NameRun>) {
    if (!isObject(runs) || !(Symbol.iterator in runs)) {
      throw new TypeError(`runs must be an iterable of [firstId, name], got ${show(runs)}`);
    }
    let leastId = 0;
    this.runs = Array.from(runs, (run, index) => {
      const copy = readRun(`runs[${index}]`, run, leastId);
      leastId = copy[0] + 1;
      return copy;
    });
  }

  /**
   * Returns the name of a box. Undefined if the box has no name.
   *
   * @throws TypeError if the id is not a number.
   *
   * @example
   * ```ts
   * names.nameOf(0); // → 'Tower'
   * ```
   */
  nameOf(id: number): string | undefined {
    return this.#runOf(id)?.[1] ?? undefined;
  }

  /**
   * Returns which instance a box is, counted from 0. Returns undefined if the box's run has no instances.
   *
   * @throws TypeError if the id is not a number.
   *
   * @example
   * ```ts
   * const forest = new SceneNames([[2, 'Oak', 0]]); // boxes 2, 3, 4 … are instances 0, 1, 2 … of an oak
   * forest.instanceOf(4); // → 2
   * ```
   */
  instanceOf(id: number): number | undefined {
    const run = this.#runOf(id);
    return run?.[2] === undefined ? undefined : run[2] + id - run[0];
  }

  /** Returns the last run of names that begins at an id or before it. */
  #runOf(id: number): NameRun | undefined {
    checkNumber('id', id);
    let [low, high] = [0, this.runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.runs[middle][0] <= id) low = middle + 1;
      else high = middle;
    }
    return this.runs[low - 1];
  }

  /**
   * Returns the names as bytes, which can follow the bytes of {@link BoxScene.serialize} in a file.
   *
   * @example
   * ```ts
   * const bytesOfNames = names.serialize();
   * SceneNames.deserialize(bytesOfNames).runs; // → [[0, 'Tower'], [1, 'Bridge']]
   * ```
   */
  serialize(): Uint8Array<ArrayBuffer> {
    return writeNamesBlock(this.runs);
  }

  /**
   * Reads the names that follow a scene, or the bytes of {@link serialize} alone. If nothing or other bytes follow the
   * scene, the result has no names.
   *
   * @param buffer the bytes of the whole file, as {@link BoxScene.deserialize} takes them.
   * @throws SlabtreeFormatError if the bytes begin with neither a scene nor names, or if the names are damaged.
   *
   * @example
   * ```ts
   * SceneNames.deserialize(bytes).runs; // → [[0, 'Tower'], [1, 'Bridge']]
   * ```
   */
  static deserialize(buffer: ArrayBufferLike | ArrayBufferView, options: NamesOptions = NO_OPTIONS): SceneNames {
    NAMES_OPTIONS.check('options', options);
    const bytes = bytesOf('buffer', buffer, options.byteOffset);
    const runs = readNamesBlock(namesBlockBytes(bytes) > 0 ? bytes : bytes.subarray(sceneBytes(bytes)));
    try {
      return new SceneNames(runs as NameRun[]);
    } catch (thrown) {
      refuse(`its names are not valid: ${(thrown as Error).message}`);
    }
  }
}

function readRun(name: string, run: NameRun, leastId: number): NameRun {
  if (!Array.isArray(run)) throw new TypeError(`${name} must be [firstId, name], got ${show(run)}`);
  const [firstId, text, firstInstance] = run as NameRun;
  checkCount(`${name}[0]`, firstId, leastId);
  if (text !== null && typeof text !== 'string') {
    throw new TypeError(`${name}[1] must be a name or null, got ${show(text)}`);
  }
  if (firstInstance === undefined) return [firstId, text];
  checkCount(`${name}[2]`, firstInstance, 0);
  return [firstId, text, firstInstance];
}

function checkCount(name: string, value: number, least: number): void {
  checkNumber(name, value);
  if (Number.isInteger(value) && value >= least && value < ID_LIMIT) return;
  throw new RangeError(`${name} must be an integer from ${least} to ${ID_LIMIT - 1}, got ${value}`);
}
