import type { Backend } from '../bvh/backend/backend';
import { ChangedIds } from '../bvh/boxes/changedIds';
import type { BoxStore } from '../bvh/boxes/boxStore';
import { worldBoundsOfAll } from '../bvh/boxes/worldBounds';
import { finish, type OnProgress } from '../bvh/build/buildSteps';
import { BackgroundRebuild } from '../bvh/change/backgroundRebuild';
import { addsTooMany } from '../bvh/change/rebuildPolicy';
import { updateTree } from '../bvh/change/updateTree';
import type { SceneMeasure } from '../bvh/margins/sceneMeasure';
import type { ReadScene } from '../bvh/file/sceneReader';
import { serialize } from '../bvh/file/serialize';
import type { SnapshotWriter } from '../bvh/share/snapshotWriter';
import type { SnapshotReader } from '../bvh/share/snapshotReader';
import type { Snapshots } from '../bvh/share/snapshots';
import type { MeshStore } from '../bvh/meshes/meshStore';
import type { StoredMesh } from '../bvh/meshes/storedMesh';
import type { TriangleOperations } from '../bvh/meshes/triangleOperations';
import { type Tree, UNCHANGED } from '../bvh/tree/tree';
import type { SceneClock } from './answers/idSet';
import type { Sharing } from './sharing/sharing';

/**
 * The tree over a scene's boxes. Changes of boxes are marked, and the next query brings the tree up to date. An
 * attached scene has the tree of the version that it reads.
 */
export class SceneTree {
  /** A count that grows with every change that may change the answer of a query. */
  readonly clock: SceneClock = { changes: 0 };
  readonly #backend: Backend;
  readonly #boxes: BoxStore;
  /** The two members of the scene's Sharing, copied here because they are read for every box that moves. */
  readonly #published: SnapshotWriter | null;
  readonly #shown: SnapshotReader | null;
  /** The ids whose boxes have changed since the tree was last updated. */
  readonly #changes: ChangedIds;
  readonly #rebuild: BackgroundRebuild;
  readonly #meshes: MeshStore;
  /** The tree over the boxes. Null before the first query, and after changes that need a new tree. */
  #tree: Tree | null = null;
  /** The sum of the areas of the tree's nodes when it was built, per box. Computed before the tree first changes. */
  #builtAreas = UNCHANGED;
  #bounds: Float64Array | null = null;

  constructor(backend: Backend, boxes: BoxStore, meshes: MeshStore, { published, shown }: Sharing) {
    this.#backend = backend;
    this.#boxes = boxes;
    this.#meshes = meshes;
    this.#published = published;
    this.#shown = shown;
    this.#changes = new ChangedIds(backend.memory);
    this.#rebuild = new BackgroundRebuild(backend);
    if (shown !== null) this.#show(shown);
  }

  /** Returns the tree over the boxes as they are now. */
  current(onProgress?: OnProgress): Tree {
    // The tree is read for every ray. Rare work is in other methods, so that engines inline this method.
    if (this.#shown !== null) this.follow();
    if (this.#changes.count > 0) this.#update();
    const tree = this.#tree ?? this.#build(onProgress);
    if (tree.meshes !== this.#meshes || this.#meshes.isStale) this.#updateMeshes(tree);
    return tree;
  }

  /** How many boxes have no tree yet: all boxes of the scene if the tree is not built, otherwise 0. */
  get unbuilt(): number {
    return this.#tree === null ? this.#boxes.size : 0;
  }

  #build(onProgress: OnProgress | undefined, measure?: SceneMeasure): Tree {
    return (this.#tree = finish(this.#backend.build(this.#boxes, { onProgress, measure })));
  }

  /** The backend's operations on meshes. A kernel builds one tree at a time, so a build ends the rebuild under way. */
  get triangleOperations(): TriangleOperations {
    const { triangles } = this.#backend;
    return {
      ...triangles,
      build: (...given) => {
        this.#rebuild.drop();
        return triangles.build(...given);
      },
    };
  }

  #updateMeshes(tree: Tree): void {
    this.#meshes.update(this.triangleOperations);
    if (tree.meshes === this.#meshes) return;
    tree.meshes = this.#meshes;
    this.#meshes.invalidateAddresses();
  }

  /** Moves an attached scene on to the last commit of the original scene. */
  follow(): void {
    if (this.#shown?.follow() === true) this.#show(this.#shown);
  }

  /** Moves an attached scene to the given version of the original scene, which another thread has pinned. */
  fix(version: number): void {
    if (this.#shown?.fix(version) === true) this.#show(this.#shown);
  }

  /** Makes the given tree, read from a file or built by threads, the tree of the scene. */
  adopt({ tree, builtAreas }: ReadScene): void {
    this.#backend.markDuplicates(tree);
    this.#tree = tree;
    this.#builtAreas = builtAreas;
  }

  /** The smallest box around all boxes of the scene: min x, y, z, then max x, y, z. Null if there are no boxes. */
  get bounds(): Float64Array | null {
    this.follow();
    return (this.#bounds ??= worldBoundsOfAll(this.#boxes));
  }

  /** How many bytes the trees and the marks of changed ids take. */
  get byteLength(): number {
    const tree = this.#tree;
    const treeBytes = tree === null ? 0 : tree.nodes.byteLength + tree.paths.byteLength;
    return this.#changes.byteLength + treeBytes + this.#rebuild.byteLength + this.#meshes.byteLength;
  }

  /**
   * The areas of all slots of the tree, divided by the estimated areas in a new tree: the same boxes, and nodes as
   * large, per box, as when this tree was built. The root counts in neither sum, because a single distant box would
   * make its area much larger than all others.
   */
  get quality(): number {
    const tree = this.current();
    if (this.#builtAreas === UNCHANGED) return 1;
    const areas = this.#areas(tree, true);
    const boxAreas = areas - this.#areas(tree, false);
    const newAreas = boxAreas + this.#builtAreas * tree.boxes.size;
    return newAreas > 0 ? areas / newAreas : 1;
  }

  /** Returns the sum of half the areas of all nodes of a tree but the root, and of the boxes if `withBoxes`. */
  #areas(tree: Tree, withBoxes: boolean): number {
    return this.#backend.sumAreas(tree, 0, tree.nodes.count, withBoxes);
  }

  #areasPerBox(tree: Tree): number {
    return this.#areas(tree, false) / Math.max(1, tree.boxes.size);
  }

  /** Returns the scene as bytes. With the measure of a larger scene, which must cover all boxes, builds a new tree. */
  serialize(measure?: SceneMeasure): Uint8Array<ArrayBuffer> {
    if (measure !== undefined) {
      this.#beforeWrite();
      this.#drop();
      this.#build(undefined, measure);
    }
    return serialize(this.current(), this.#meshes, this.#builtAreas, this.#backend.createChecksum());
  }

  /** Publishes the current boxes and tree to the readers of a shared scene. */
  commit(): void {
    const tree = this.current();
    this.#published?.publish(tree, this.#builtAreas);
  }

  /** Returns the versions of a shared scene that threads can read. Commits the scene if there was no commit. */
  openVersions(): Snapshots {
    if (this.#shown !== null) {
      this.#shown.checkAttached();
      return this.#shown.snapshots;
    }
    const published = this.#published;
    if (published === null) throw new Error('only a shared scene has a handle: make it with { shared: true }');
    if (published.isEmpty) this.commit();
    return published.snapshots;
  }

  /** Builds a part of a new tree for the scene: see `BoxScene.optimize`. */
  optimize(budget: number): void {
    this.checkMayChange();
    const tree = this.current();
    if (this.#builtAreas === UNCHANGED) return;
    if (budget === Infinity) {
      this.#beforeWrite();
      this.#drop();
      this.current();
      return;
    }
    const next = this.#rebuild.optimize(tree, budget);
    if (next === null) return;
    this.#beforeWrite();
    this.#backend.markDuplicates(next);
    this.#replace(next);
  }

  checkMayChange(): void {
    if (this.#shown !== null) {
      throw new Error('an attached scene is read-only: change it in the thread that made it');
    }
    if (this.#tree !== null && this.#tree.walks > 0) {
      throw new Error('a scene cannot be changed by a filter or refine while its query runs');
    }
  }

  /**
   * Prepares a change of a box: must be called before a box is moved or removed. Marks the id of the box, and the next
   * update brings the tree up to date with it.
   *
   * @throws RangeError if there is no memory for the mark, or for the copy that readers of a shared scene need. Then nothing
   *   has changed. If the caller's write throws later, the id stays marked, and the update finds the box where it was.
   */
  beforeChange(id: number): void {
    this.checkMayChange();
    this.#beforeBoxes(this.#boxes.idLimit);
    // A single id is marked without beforeChanges, whose loop for a run of ids is measurably slower for one id.
    if (this.#tree !== null) this.#changes.mark(id);
  }

  /** Does {@link beforeChange} for boxes with consecutive ids. */
  beforeChanges(first: number, count: number): void {
    this.checkMayChange();
    this.#beforeBoxes(this.#boxes.idLimit);
    if (this.#tree !== null) this.#changes.markRun(first, count);
  }

  /** Returns an id for a box that the caller writes next. Reserves memory for the box, and marks the id. */
  addId(mask: number): number {
    this.beforeAdding(1);
    const id = this.#boxes.addId(mask);
    if (this.#tree !== null) this.#changes.mark(id);
    return id;
  }

  /**
   * Adds boxes to the scene, and marks their ids as changed.
   *
   * @param write writes `count` boxes with consecutive ids, and returns the first id.
   * @returns the id of the first box.
   */
  add(count: number, write: () => number): number {
    this.beforeAdding(count);
    const first = write();
    if (this.#tree !== null) this.#changes.markRun(first, count);
    return first;
  }

  /** Prepares the tree for `count` more boxes. Must be called before memory is reserved for the boxes. */
  beforeAdding(count: number): void {
    this.checkMayChange();
    if (addsTooMany(count, this.#boxes.size)) this.#rebuild.drop();
    this.#beforeBoxes(this.#boxes.idLimit + count);
  }

  #beforeBoxes(idLimit: number): void {
    if (this.#tree !== null) this.#changes.reserve(idLimit);
    this.#beforeWrite();
    this.#bounds = null;
  }

  /**
   * Prepares a change of a mesh: must be called before the mesh is added, changed or removed.
   *
   * @param mesh the mesh, or null for a mesh that is added.
   * @param isKept whether the mesh stays in the scene. If so, its arrays are copied if readers may be reading them.
   */
  beforeMesh(mesh: StoredMesh | null, isKept = true): void {
    this.checkMayChange();
    this.#published?.beforeChange();
    if (mesh !== null) this.#published?.beforeMesh(mesh, isKept);
  }

  /** Prepares a move of vertices: must be called before the vertices of a mesh and the boxes of its instances move. */
  beforeVertices(mesh: StoredMesh, instances: readonly number[]): void {
    this.checkMayChange();
    this.#beforeBoxes(this.#boxes.idLimit);
    this.beforeMesh(mesh);
    if (this.#tree !== null) for (const id of instances) this.#changes.mark(id);
  }

  /** Prepares a change of masks: must be called before masks are set. The tree holds no masks, so it stays. */
  beforeMasks(): void {
    this.checkMayChange();
    this.#beforeWrite();
  }

  /** Drops the tree and all marks of changed ids. Must be called before all boxes of the scene are removed. */
  clear(): void {
    this.checkMayChange();
    this.#published?.beforeClear();
    this.clock.changes++;
    this.#bounds = null;
    this.#drop();
    this.#changes.release();
  }

  #beforeWrite(): void {
    this.#published?.beforeChange();
    this.clock.changes++;
  }

  #show({ tree, builtAreas }: { readonly tree: Tree; readonly builtAreas: number }): void {
    this.clock.changes++;
    this.#bounds = null;
    this.#tree = tree;
    this.#builtAreas = builtAreas;
  }

  /** Updates the tree, or the new tree that replaces it. Drops the tree if building a new one is cheaper. */
  #update(): void {
    const next = this.#rebuild.takeOver(this.#changes);
    if (next !== null) this.#replace(next);
    const tree = this.#tree;
    if (tree === null) return;
    if (this.#builtAreas === UNCHANGED) this.#builtAreas = this.#areasPerBox(tree);
    const { count } = this.#changes;
    const shouldRebuildNow = next === null && this.#rebuild.shouldRebuildNow(tree, count);
    const inserted = shouldRebuildNow ? -1 : updateTree(this.#backend, tree, this.#changes);
    if (inserted < 0) {
      this.#drop();
      return;
    }
    this.#rebuild.scheduleRebuild(tree, count, inserted);
    if (next !== null) this.#backend.markDuplicates(tree);
    this.#changes.clear();
  }

  #replace(next: Tree): void {
    this.#tree?.nodes.release();
    this.#tree?.paths.release();
    this.#tree = next;
    this.#builtAreas = next.isPacked ? UNCHANGED : this.#areasPerBox(next);
  }

  #drop(): void {
    this.#tree?.nodes.release();
    this.#tree?.paths.release();
    this.#tree = null;
    this.#builtAreas = UNCHANGED;
    this.#changes.clear();
    this.#rebuild.drop();
  }
}
