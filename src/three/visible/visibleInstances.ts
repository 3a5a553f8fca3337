import { type Camera, InstancedMesh, Matrix4, type Object3D, Vector3 } from 'three';
import { OptionNames } from '../../primitives/optionNames';
import type { SceneView } from '../boxes/indexedSet';
import { checkBoolean, checkObject, rangeError, typeError } from '../../primitives/check';
import { hasMatrices } from '../sources/namedBounds';
import { BatchView } from './batchView';
import { DrawnInstances, type InstancesMesh, isBatch } from './drawnInstances';
import { copyLevels, type DrawnLevel, findLevels, type InstanceLevels, readBatchLevels, readLevels } from './levels';
import { removeSubstitute, isShown, addSubstitute } from './substitutes';

const toCamera = /* @__PURE__ */ new Matrix4();
const matrix = /* @__PURE__ */ new Matrix4();
const center = /* @__PURE__ */ new Vector3();

/** The expected value of the argument `view`, as errors name it. */
const EXPECTED = 'the result of SceneIndex.cull';

/** The options of {@link VisibleInstances}: levels of detail, and sorting. */
export interface VisibleInstancesOptions {
  /**
   * The levels of detail. For an InstancedMesh: a list of levels, each with a distance and a geometry, or an `LOD`, whose levels
   * replace the source's geometry. For a BatchedMesh: a list of levels, each with a distance and two geometries of the batch: the
   * geometry of the instances, and the geometry that is drawn instead. The list is copied.
   */
  levels?: InstanceLevels;
  /** Whether to sort instances by depth, for an InstancedMesh only: see {@link VisibleInstances.sort}. False by default. */
  sort?: boolean;
}

const VISIBLE_OPTIONS = /* @__PURE__ */ new OptionNames<VisibleInstancesOptions>({ levels: true, sort: true });

/**
 * Draws only those instances of an InstancedMesh or a BatchedMesh that are in view. Add it to the scene of its source, and call
 * {@link write} once a frame.
 *
 * - The first `write` sets the source's `visible` to false, so it is not drawn. `dispose` undoes that.
 * - The source stays in the index as long as this object is visible and has a parent. So hide and show this object instead.
 * - Rays hit the source, never this object. Hits have the source and its instance numbers.
 * - Geometry, material and layers are the source's. `castShadow`, `receiveShadow`, `renderOrder` and the custom depth and
 *   distance materials are copied when this object is made.
 * - For an InstancedMesh, `write` copies matrices, colours and morph influences, but no other per-instance attributes.
 * - For a BatchedMesh, nothing is copied. three.js culls and sorts the written instances by the source's settings.
 * - An instance out of view casts no shadow into the view, unless the view was culled with `shadows`: see `SceneIndex.cull`.
 *
 * @throws TypeError or RangeError if `source` is not an InstancedMesh or a BatchedMesh, or an option is not valid.
 *
 * @example
 * ```ts
 * import { BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, PerspectiveCamera, Scene } from 'three';
 *
 * const scene = new Scene();
 * const crates = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
 * crates.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, -9)); // in view
 * crates.setMatrixAt(1, new Matrix4().makeTranslation(0, 0, 9)); // behind the camera
 * const visible = new VisibleInstances(crates);
 * scene.add(crates, visible);
 * const index = SceneIndex.from(scene);
 * const camera = new PerspectiveCamera();
 *
 * // Once a frame:
 * index.update();
 * visible.write(index.cull(camera));
 * visible.count; // → 1
 * ```
 */
export class VisibleInstances extends DrawnInstances {
  /** The InstancedMesh or BatchedMesh whose instances are drawn. */
  readonly source: InstancesMesh;
  /**
   * Whether the instances of an InstancedMesh are drawn front to back, or back to front if the material is transparent. If false,
   * they are drawn in the order of their numbers. A BatchedMesh has `sortObjects` instead.
   */
  sort: boolean;
  readonly #options: VisibleInstancesOptions;
  /** The levels of detail. This object draws level 0, and each object of `#farther` draws one of the others. */
  readonly #levels: readonly DrawnLevel[];
  readonly #farther: readonly DrawnInstances[];
  /** For each instance, the level of detail at which the instance was last drawn. */
  #levelOf = new Uint8Array(0);
  readonly #batch: BatchView | null;

  /**
   * Makes an object that draws the visible instances of a source.
   *
   * @throws TypeError or RangeError if `source` is not an InstancedMesh or a BatchedMesh, or an option is not valid.
   */
  constructor(source: InstancesMesh, options: VisibleInstancesOptions = {}) {
    checkObject('source', source, 'a three.js InstancedMesh or BatchedMesh', 'isInstancedMesh', 'isBatchedMesh');
    if (!isBatch(source) && !hasMatrices(source) && source.raycast !== InstancedMesh.prototype.raycast) {
      throw typeError('source', 'an InstancedMesh with its matrices in instanceMatrix, or a BatchedMesh', source);
    }
    VISIBLE_OPTIONS.check('options', options);
    const { levels: given = [], sort = false } = options;
    const levels = copyLevels(given);
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
   * Draws those instances of the source that are in a camera's view. Without `sort`, they are drawn in the order of their
   * numbers.
   *
   * @param view the result of `SceneIndex.cull`, or a list of results.
   * @throws Error if the index has changed since the cull; RangeError if the source is shown and was never in the index.
   *
   * @example
   * ```ts
   * camera.rotation.y = Math.PI; // looks back
   * camera.updateMatrixWorld();
   * visible.write(index.cull(camera)).count; // → 1
   * ```
   */
  write(view: SceneView | readonly SceneView[]): this {
    const { source } = this;
    const views = [view].flat();
    if (views.length === 0) throw typeError('view', EXPECTED, view);
    const capacity = isBatch(source) ? source.maxInstanceCount : source.instanceMatrix.count;
    const isInView = new Uint8Array(capacity);
    let isIndexed = false;
    for (const each of views) {
      checkObject('view', each, EXPECTED);
      for (const set of [each.inside, each.crossing]) {
        checkObject('view', set, EXPECTED, 'wasInstanced');
        isIndexed ||= set.wasInstanced(source);
        set.forEach((object, instance) => {
          if (object === source) isInView[instance] = 1;
        });
      }
    }
    // A hidden source is not in the index: nothing is drawn, and it is no error. A shown source must have been in the index.
    if (!isIndexed && isShown(source)) {
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
    addSubstitute(source, this);
    return this;
  }

  /** Frees memory on the graphics card, draws nothing, and shows the source again. Another `write` hides the source again. */
  override dispose(): void {
    super.dispose();
    this.#batch?.dispose();
    this.count = 0;
    for (const each of this.#farther) {
      each.dispose();
      each.count = 0;
    }
    removeSubstitute(this.source, this);
  }

  /**
   * Returns a copy for the same source, which draws the same instances. The copy hides the source only from its first `write` on:
   * if this object is disposed of before that, the source is shown again.
   */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (source: InstancesMesh, options: VisibleInstancesOptions) => this;
    return new Class(this.source, this.#options).copy(this, recursive);
  }

  /**
   * Copies the instances, levels of detail and settings of another object.
   *
   * @param other a VisibleInstances of the same source, with the same levels.
   */
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
    // The children that draw levels of detail have been copied already, so only the user's own children are cloned.
    const isLevel = new Set<Object3D>(other.#farther);
    if (recursive) for (const child of other.children) if (!isLevel.has(child)) this.add(child.clone());
    return this;
  }

  /** Returns the numbers of instances as one list per level of detail, in the order in which they are drawn. */
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

  /** Draws each list of instances at its level of detail: list 0 at level 0, and so on. */
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

/** Sorts the instances of a mesh by the depth of their geometry's centre in a camera's view, as BatchedMesh does. */
function sortByDepth(ids: number[], source: InstancedMesh, camera: Camera): void {
  const { geometry, material, matrixWorld } = source;
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  toCamera.multiplyMatrices(camera.matrixWorldInverse, matrixWorld);
  const depths = new Map<number, number>();
  for (const id of ids) {
    if (geometry.boundingSphere !== null) center.copy(geometry.boundingSphere.center);
    source.getMatrixAt(id, matrix);
    // The depth is the negative z in the camera's space, as a camera looks along -z.
    depths.set(id, -center.applyMatrix4(matrix).applyMatrix4(toCamera).z);
  }
  const sign = [material].flat().some(({ transparent }) => transparent) ? -1 : 1;
  ids.sort((a, b) => sign * ((depths.get(a) ?? 0) - (depths.get(b) ?? 0)));
}
