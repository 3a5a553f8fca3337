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
 * Builds a new tree for a changing scene, and replaces the tree in use before it is much worse than a new one.
 *
 * Each update builds a part of the new tree, in proportion to the update, so no frame takes long. Boxes that change in
 * the meantime are marked. Once the new tree is built, updates apply the marked changes to it, in parts, too. When it
 * lacks few more changes than the tree in use, it takes over. RebuildPolicy decides how much work is done, and when.
 */
export class BackgroundRebuild {
  readonly #operations: Operations;
  readonly #policy: RebuildPolicy;
  /** The ids whose boxes have changed since the build of the new tree began. The new tree lacks these changes. */
  readonly #missed: ChangedIds;
  #build: TreeBuild | null = null;
  /** The new tree that will replace the tree in use, or null until its build is complete. */
  #next: Tree | null = null;
  /** How much work on the new tree may still be done in this update. Less than 0 after a step that exceeded it. */
  #credit = 0;

  constructor(operations: Operations) {
    this.#operations = operations;
    this.#policy = new RebuildPolicy(operations);
    this.#missed = new ChangedIds(operations.memory);
  }

  /** The length of the new tree in bytes, or 0 until its build is complete. */
  get byteLength(): number {
    const next = this.#next;
    return next === null ? 0 : next.nodes.byteLength + next.paths.byteLength;
  }

  /**
   * Returns the new tree if it can replace the tree in use. Called before the tree in use is updated.
   *
   * @param changes the changes that the tree in use lacks. On a take-over, receives the changes that the new tree lacks.
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

  /** Returns whether to build a new tree at once, instead of updating `tree`. */
  shouldRebuildNow(tree: Tree, changed: number): boolean {
    return this.#policy.shouldRebuildNow(tree, changed);
  }

  /** Works on the rebuild after the tree in use was updated for `changed` changes, `inserted` of them insertions. */
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
   * Does about as much work on the new tree as building `boxes` boxes. The tree in use must lack no changes.
   *
   * @returns the new tree if it is complete and lacks no changes, otherwise null.
   */
  optimize(tree: Tree, boxes: number): Tree | null {
    if (boxes === 0) return null;
    if (this.#build === null && this.#next === null) this.#begin(tree);
    this.#work(tree, boxes);
    return this.#next !== null && this.#missed.count === 0 ? this.#end() : null;
  }

  /** Ends the background rebuild, and releases the memory of the new tree. */
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
      // Memory must have room for two trees: a large change may build another tree while the new tree has its memory.
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

  /** Drops the new tree, for which there is no memory, and keeps the tree in use, which is correct and only slower. */
  #giveUp(tree: Tree): void {
    this.drop();
    this.#policy.startAnew(tree);
  }

  /** Applies about `boxes` of the changes that the new tree lacks. Returns false if it cannot replace the tree in use. */
  #catchUp(next: Tree, boxes: number): boolean {
    if (this.#missed.count === 0) return true;
    next.paths.reserveIds(next.boxes.idLimit);
    if (!reserveNodes(next, Math.min(this.#missed.count, boxes + 32))) return false;
    // The view of the marked changes is taken after memory was reserved, which may move the words of the marks.
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
