import { InstancedMesh, type Object3D } from 'three';
import { OptionNames } from '../../primitives/optionNames';
import type { SceneView } from '../boxes/indexedSet';
import { checkBoolean, checkObject, rangeError, typeError } from '../check';
import { findLevels, sortByDepth } from './arrange';
import { hasMatrices } from '../sources/namedBounds';
import { BatchView } from './batchView';
import { DrawnInstances, type InstancesMesh, isBatch } from './drawnInstances';
import { type DrawnLevel, type InstanceLevels, readBatchLevels, readLevels } from './levels';
import { giveBackPlace, isShown, takePlace } from './standIns';

/** What a view must be. */
const EXPECTED = 'the result of SceneIndex.cull';

export interface VisibleInstancesOptions {
  /**
   * What is drawn from farther away. Of an InstancedMesh: a list of levels, each with a distance and a geometry, or a `LOD`, whose
   * levels replace the geometry of the source. Of a BatchedMesh: a list of levels, each with a distance and two geometries of the
   * batch, that which instances have and that which is drawn.
   */
  levels?: InstanceLevels;
  /** Of an InstancedMesh only: see {@link VisibleInstances.sort}. False by default. */
  sort?: boolean;
}

const VISIBLE_OPTIONS = /* @__PURE__ */ new OptionNames<VisibleInstancesOptions>({ levels: true, sort: true });

/**
 * Draws only those instances of an InstancedMesh or a BatchedMesh that are in view. Add it to the scene of its source, and call
 * {@link write} once a frame.
 *
 * - From the first `write` on, the source is not drawn: its `visible` is false. {@link dispose} undoes that.
 * - The index keeps the source as long as this object is visible and has a parent. So hide and show this one instead.
 * - Rays hit the source, never this object. An index answers with the source and its instance numbers.
 * - Geometry, material and layers are those of the source. `castShadow`, `receiveShadow`, `renderOrder` and the custom depth and
 *   distance materials are copied when this object is made.
 * - Of an InstancedMesh, `write` copies matrices, colours and morph targets. It does not copy other attributes that a geometry has
 *   per instance.
 * - Of a BatchedMesh, nothing is copied. three.js culls and sorts what is written as the source says.
 * - An instance out of view casts no shadow into the view, unless the view has what casts shadows: see `SceneIndex.cull`.
 *
 * ```ts
 * const visible = new VisibleInstances(crates);
 * scene.add(visible);
 *
 * // Once a frame:
 * index.update();
 * visible.write(index.cull(camera));
 * ```
 */
export class VisibleInstances extends DrawnInstances {
  readonly source: InstancesMesh;
  /**
   * Whether the instances of an InstancedMesh are drawn front to back, or back to front if the material is transparent. If not,
   * they are drawn in the order of their numbers. A BatchedMesh has `sortObjects` for that.
   */
  sort: boolean;
  readonly #options: VisibleInstancesOptions;
  /** The levels: the first is drawn by this object, the others by one each. */
  readonly #levels: readonly DrawnLevel[];
  readonly #farther: readonly DrawnInstances[];
  /** The level that each instance was last drawn at. */
  #levelOf = new Uint8Array(0);
  readonly #batch: BatchView | null;

  constructor(source: InstancesMesh, options: VisibleInstancesOptions = {}) {
    checkObject('source', source, 'a three.js InstancedMesh or BatchedMesh', 'isInstancedMesh', 'isBatchedMesh');
    if (!isBatch(source) && !hasMatrices(source) && source.raycast !== InstancedMesh.prototype.raycast) {
      throw typeError('source', 'an InstancedMesh with its matrices in instanceMatrix, or a BatchedMesh', source);
    }
    VISIBLE_OPTIONS.check('options', options);
    const { levels = [], sort = false } = options;
    checkBoolean('options.sort', sort);
    if (sort && isBatch(source))
      throw rangeError('options.sort', 'false: set source.sortObjects of a BatchedMesh', 'true');
    const batchLevels = isBatch(source) ? readBatchLevels(levels, source) : null;
    const read = batchLevels === null ? readLevels(levels) : [{ distance: 0 }];
    super(source.geometry, source.material, source);
    this.source = source;
    this.sort = sort;
    this.#options = { levels };
    this.#levels = read;
    this.#farther = read.slice(1).map(({ geometry }) => new DrawnInstances(geometry, source.material, source));
    for (const each of this.#farther) this.add(each);
    this.#batch = isBatch(source) && batchLevels !== null ? new BatchView(this, source, batchLevels) : null;
  }

  /**
   * Draws the source's instances in a view, in the order of their numbers.
   *
   * @param view the result of `SceneIndex.cull`, or several.
   * @throws Error if the index has changed since; RangeError if the source is shown and the index has never seen it.
   */
  write(view: SceneView | readonly SceneView[]): this {
    const { source } = this;
    const views = [view].flat();
    if (views.length === 0) throw typeError('view', EXPECTED, view);
    const capacity = isBatch(source) ? source.maxInstanceCount : source.instanceMatrix.count;
    const isInView = new Uint8Array(capacity);
    let hasSeen = false;
    for (const each of views) {
      checkObject('view', each, EXPECTED);
      for (const set of [each.inside, each.crossing]) {
        checkObject('view', set, EXPECTED, 'hasSeen');
        hasSeen ||= set.hasSeen(source);
        set.forEach((object, instance) => {
          if (object === source) isInView[instance] = 1;
        });
      }
    }
    // An index does not see a hidden source, but nothing of that is drawn anyway.
    if (!hasSeen && isShown(source)) {
      throw new RangeError(
        'view must be of an index that has seen the source: ' +
          'put the source below index.root, then call index.markDirty(source) and index.update()',
      );
    }
    const ids: number[] = [];
    isInView.forEach((inView, instance) => {
      if (inView === 1) ids.push(instance);
    });
    this.#draw(this.#arrange(ids, views[0], capacity), capacity);
    takePlace(source, this);
    return this;
  }

  /** Frees the memory on the graphics card, draws nothing, and shows the source again. Another `write` hides it again. */
  override dispose(): void {
    super.dispose();
    this.#batch?.dispose();
    this.count = 0;
    for (const each of this.#farther) {
      each.dispose();
      each.count = 0;
    }
    giveBackPlace(this.source, this);
  }

  /**
   * Makes another for the same source, which draws what this one draws. It hides the source only once `write` is called on it:
   * disposing of this one before that shows the source again.
   */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (source: InstancesMesh, options: VisibleInstancesOptions) => this;
    return new Class(this.source, this.#options).copy(this, recursive);
  }

  /** @param other a VisibleInstances of the same source, with the same levels. */
  override copy(other: Object3D, recursive = true): this {
    const isAlike = other instanceof VisibleInstances && other.source === this.source;
    if (!isAlike || other.#farther.length !== this.#farther.length) {
      throw typeError('other', 'VisibleInstances of the same source, as clone() makes', other);
    }
    super.copy(other, false);
    this.sort = other.sort;
    this.#levelOf = other.#levelOf.slice();
    this.#farther.forEach((each, i) => each.copy(other.#farther[i], false));
    this.#batch?.draw(other.instanceIds.subarray(0, other.count), this.#levelOf);
    // The levels have been copied.
    const isLevel = new Set<Object3D>(other.#farther);
    if (recursive) for (const child of other.children) if (!isLevel.has(child)) this.add(child.clone());
    return this;
  }

  /** The instances with these numbers, level by level, in the order in which they are drawn. */
  #arrange(ids: number[], { camera }: SceneView, capacity: number): number[][] {
    const { source, sort } = this;
    const levels = this.#levels;
    const batch = this.#batch;
    const isPlain = batch === null ? levels.length === 1 && !sort : batch.levels.size === 0;
    if (this.#levelOf.length !== capacity) this.#levelOf = new Uint8Array(capacity);
    if (isPlain) return [ids];
    checkObject('view', camera, EXPECTED);
    const levelOf = this.#levelOf;
    findLevels(ids, source, camera, (id) => (batch === null ? levels : batch.levelsOf(id)), levelOf);
    if (isBatch(source)) return [ids];
    const lists: number[][] = levels.map(() => []);
    for (const id of ids) lists[levelOf[id]].push(id);
    if (sort) for (const list of lists) sortByDepth(list, source, camera);
    return lists;
  }

  #draw(lists: number[][], capacity: number): void {
    const { source } = this;
    [this, ...this.#farther].forEach((each, i) => {
      const { geometry = source.geometry, material = source.material } = this.#levels[i];
      each.geometry = geometry;
      each.material = material;
      each.follow(source, lists[i], capacity);
    });
    this.#batch?.draw(this.instanceIds.subarray(0, this.count), this.#levelOf);
  }
}
