import { checkBuildMemory } from '../memory/buildMemory';
import { ChangedIds } from '../boxes/changedIds';
import { abandon, type Build, type TreeBuild, workOfBuild } from '../build/buildSteps';
import { MEASURE_NUMBERS, readMeasure, writeMeasure } from '../margins/sceneMeasure';
import type { Memory } from '../memory/memory';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { RebuildPolicy, WORK_OF_CATCHING_UP } from './rebuildPolicy';
import { reserveNodes } from './updateTree';

interface Operations extends ChangeOperations {
  readonly memory: Memory;
  readonly build: Build;
}

/**
 * Replaces the tree of a changing scene by a new one before it is much worse than a new one.
 *
 * Each update builds a part of the new tree. The part is in proportion to the update, so no frame takes long. Boxes that
 * change in the meantime are marked. Once the new tree is built, updates bring it up to date in parts, too. When it lacks
 * few more changes than the tree in use, it takes over. RebuildPolicy decides how much work is done, and when.
 */
export class BackgroundRebuild {
  readonly #operations: Operations;
  readonly #policy: RebuildPolicy;
  /** The ids whose boxes have changed since the build began. They are not up to date in the new tree. */
  readonly #missed: ChangedIds;
  #build: TreeBuild | null = null;
  /** The new tree, once it is built. */
  #next: Tree | null = null;
  /** How much work may be done now. Less than 0 after a step that exceeded it. */
  #credit = 0;

  constructor(operations: Operations) {
    this.#operations = operations;
    this.#policy = new RebuildPolicy(operations);
    this.#missed = new ChangedIds(operations.memory);
  }

  /** Bytes of the new tree, once it is built. */
  get byteLength(): number {
    const next = this.#next;
    return next === null ? 0 : next.nodes.byteLength + next.paths.byteLength;
  }

  /**
   * Call this before the tree in use is updated.
   *
   * @param changes the changes that this tree lacks. If a new tree takes over, those that the new tree lacks are added.
   * @returns the new tree, or null to keep the tree in use.
   */
  takeOver(changes: ChangedIds): Tree | null {
    if (this.#build === null && this.#next === null) return null;
    const missed = this.#missed;
    try {
      missed.add(changes);
      if (this.#next === null || !this.#policy.canTakeOver(this.#next, missed.count, changes.count)) return null;
      changes.add(missed);
      return this.#end();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.drop();
      return null;
    }
  }

  /** Whether to build a new tree at once, and not to update this one. */
  shouldRebuildNow(tree: Tree, changed: number): boolean {
    return this.#policy.shouldRebuildNow(tree, changed);
  }

  /** Call this after the tree in use was updated for `changed` changes, of which `inserted` were insertions. */
  scheduleRebuild(tree: Tree, changed: number, inserted: number): void {
    const shouldBegin = this.#policy.sampleNodes(tree, changed);
    if (this.#build === null && this.#next === null) {
      if (!shouldBegin) return;
      this.#begin(tree);
    }
    const policy = this.#policy;
    this.#work(
      tree,
      this.#next === null ? policy.workOf(tree, changed, inserted) : policy.catchUpWorkOf(tree, changed, inserted),
    );
  }

  /**
   * Does about the work of building that many boxes. The tree must be up to date.
   *
   * @returns the new tree if it is up to date, too. Otherwise null.
   */
  optimize(tree: Tree, boxes: number): Tree | null {
    if (boxes === 0) return null;
    if (this.#build === null && this.#next === null) this.#begin(tree);
    this.#work(tree, boxes);
    return this.#next !== null && this.#missed.count === 0 ? this.#end() : null;
  }

  /** Gives up the new tree. */
  drop(): void {
    if (this.#build !== null) abandon(this.#build);
    this.#build = null;
    this.#next?.nodes.release();
    this.#next?.paths.release();
    this.#next = null;
    this.#missed.release();
  }

  #begin(tree: Tree): void {
    const { boxes } = tree;
    const numbers = new Float64Array(MEASURE_NUMBERS);
    writeMeasure(tree, numbers, 0);
    try {
      // Twice: a large change may build another tree while the new tree has its memory.
      checkBuildMemory(this.#operations.memory, 2 * boxes.size);
      this.#missed.reserve(boxes.idLimit);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#giveUp(tree);
      return;
    }
    this.#credit = 0;
    this.#build = this.#operations.build(boxes, {
      measure: readMeasure(numbers, 0),
      missed: this.#missed,
    });
  }

  #work(tree: Tree, boxes: number): void {
    const { size } = tree.boxes;
    const workOfBox = workOfBuild(size) / Math.max(1, size);
    try {
      this.#credit += boxes * workOfBox;
      while (this.#build !== null && this.#credit > 0) {
        const { done, value } = this.#build.next();
        if (done === true) {
          this.#build = null;
          this.#next = value;
          this.#policy.noteBuilt(value);
        } else this.#credit -= value;
      }
      if (this.#next !== null && this.#credit > 0) {
        const isUsable = this.#catchUp(this.#next, Math.ceil(this.#credit / (WORK_OF_CATCHING_UP * workOfBox)));
        this.#credit = 0;
        if (!isUsable) this.#giveUp(tree);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#giveUp(tree);
    }
  }

  /** Drops the new tree, for which there is no memory, and keeps the tree in use: it is correct, only slower. */
  #giveUp(tree: Tree): void {
    this.drop();
    this.#policy.startAnew(tree);
  }

  /** Brings about `boxes` boxes up to date in the new tree. Returns false if the new tree is unusable. */
  #catchUp(next: Tree, boxes: number): boolean {
    if (this.#missed.count === 0) return true;
    next.paths.reserveIds(next.boxes.idLimit);
    if (!reserveNodes(next, Math.min(this.#missed.count, boxes + 32))) return false;
    // After the reservations, which may move the words of the marks.
    const changes = this.#missed.firstOf(boxes);
    const isUsable = this.#operations.applyChanges(next, changes) >= 0;
    this.#missed.clearBelow(changes.endWord);
    return isUsable;
  }

  #end(): Tree | null {
    const next = this.#next;
    this.#next = null;
    this.#missed.clear();
    return next;
  }
}
