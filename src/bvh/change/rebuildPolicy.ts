import { WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';

/**
 * When a scene's tree is updated path by path, refitted in one pass, rebuilt at once, or rebuilt in the background: all
 * decisions, and all numbers that they depend on. updateTree.ts, backgroundRebuild.ts and SceneTree carry them out. The
 * tree of a mesh that is deformed has a rule of its own: see bvh/meshes/storedMesh.ts.
 *
 * Most numbers were chosen by `npm run bench -- --only moving`, which moves 100,000 boxes in several ways, and compares
 * frames, and rays beside a new tree: docs/performance.md and docs/limits.md have its results. "Tried" lists the values
 * that a number has had. Where a comment says no more, the number was not varied, and the comment says what it trades.
 */

// Numbers that decide whether a tree is updated path by path, in one pass, or replaced by a new tree.

/** If more than this share of all boxes has changed, a pass over the whole tree is cheaper than a path per change. */
const SHARE_FOR_ONE_PASS = 0.5;
/**
 * If more than this share of all boxes must be removed or inserted after a pass over the whole tree, a new tree is
 * cheaper: an insertion takes about 1 µs, and a new tree about 0.4 µs a box.
 */
const SHARE_FOR_NEW_TREE = 0.3;
/**
 * A background rebuild is given up if the boxes added at once are more than this share of the boxes before. The tree of
 * the rebuild would be useless, and the addition may need the tree's memory.
 */
const SHARE_ADDED_AT_ONCE = 0.25;

// Numbers that decide when the scene is measured again. Margins are computed from the measure.

/** A scene is measured again when it is this many times smaller than its measure: larger margins visit more nodes. */
const SHRINKAGE = 2;
/** A scene is measured again when its extent exceeds this share of its reach, beyond which its bounds do not hold. */
const SHARE_OF_REACH = 0.25;

// Numbers that decide when the rebuild of a tree begins.

/**
 * A rebuild begins when the areas of a tree's nodes, per box, are this many times their least sum. A smaller factor
 * would rebuild more often, and a larger one would slow rays down.
 */
const AREA_GROWTH = 1.06;
/** The value of AREA_GROWTH if most boxes move in each frame: areas grow fast, so rebuilds must begin sooner. */
const AREA_GROWTH_OF_MOST = 1.03;
/**
 * A new tree is built at once if the areas of the nodes are expected to exceed their least sum by this factor after the
 * next move of most boxes. Less makes more slow frames, more makes slower rays in flocks. Tried: 1.2, 1.15 and 1.1.
 */
const AREA_GROWTH_LIMIT = 1.12;
/** A rebuild also begins when a tree has this many times a new tree's nodes per box, as its nodes are less full. */
const NODE_GROWTH = 1.3;
/** A tree with at most this many nodes is not rebuilt for its number of nodes per box (NODE_GROWTH). */
const FEW_NODES = 16;
/** How many nodes' areas an update samples per changed box: cheap, and enough to sample all nodes again and again. */
const SAMPLES_PER_CHANGE = 1;

/**
 * A rebuild also begins after this many changes per box. Where boxes gather, areas shrink, but the areas of a new
 * tree would shrink faster, which AREA_GROWTH cannot detect. The interval is halved each time a new tree is much better, and
 * doubled each time it is no better. Tried: 2.
 */
const FIRST_INTERVAL = 1;
const LEAST_INTERVAL = 0.5;
const LARGEST_INTERVAL = 64;
/** A new tree is much better if the areas of the tree in use are this many times as large. Tried: 1.08. */
const MUCH_BETTER = 1.05;
const NO_BETTER = 1.02;
/** The assumed ratio of the least areas of the first tree in use to the areas of the new tree that follows. A guess. */
const FIRST_HIDDEN_GROWTH = 1.1;

// Numbers that decide how fast a rebuild proceeds. The unit is the work of building one box.

/** How much work on a rebuild each changed box adds. More would end rebuilds sooner, and make updates slower. */
const WORK_PER_CHANGE = 0.75;
/** How much work on a rebuild an insertion adds: more than another change, as it takes longer. Tried: 2 and 3. */
const WORK_PER_INSERTION = 4;
/**
 * How much work on a rebuild a change adds, for each percent by which areas are larger than a new tree's areas, if
 * most boxes change in one pass. So a tree that gets worse slowly is replaced slowly. Less makes frames more alike,
 * until trees have to be built at once. Tried: 0.05 and 0.03.
 */
const WORK_PER_PERCENT = 0.04;
const LEAST_PERCENT = 4;
/** The least work on a rebuild per update, so that every rebuild ends. */
const LEAST_WORK = 32;
/** The most work on a rebuild per update, as a share of a whole build, so that no update takes as long as a build. */
const LARGEST_SHARE = 0.5;
/** How many boxes could be built in about the time that it takes to apply one change to the new tree of a rebuild. */
export const WORK_OF_CATCHING_UP = 2;
/** How many changes an update applies to the new tree for each change to the scene: over 1, so that it catches up. */
const CATCH_UP = 1.5;
/**
 * The new tree of a rebuild may replace the tree in use if it lacks at most n · CHANGES_AT_TAKE_OVER +
 * MORE_CHANGES_AT_TAKE_OVER changes, where n is the number of changes that the tree in use lacks.
 */
const CHANGES_AT_TAKE_OVER = 1.5;
/** How many changes more than CHANGES_AT_TAKE_OVER allows may be missing from a new tree that takes over. */
const MORE_CHANGES_AT_TAKE_OVER = 64;

/** Returns whether `changes` changes are applied to a tree in one pass over the whole tree. */
export function changesMost(changes: number, { boxes }: Tree): boolean {
  return changes > SHARE_FOR_ONE_PASS * boxes.size;
}

/** Returns whether a new tree is cheaper than `changes` removals or insertions after a pass over the whole tree. */
export function movesTooMany(changes: number, { boxes }: Tree): boolean {
  return changes > SHARE_FOR_NEW_TREE * boxes.size;
}

/** Returns whether a background rebuild is useless when `added` boxes are added to a scene of `size` boxes. */
export function addsTooMany(added: number, size: number): boolean {
  return added > SHARE_ADDED_AT_ONCE * size;
}

/**
 * Returns whether the scene has grown or shrunk so much that it should be measured again. Margins only grow until then:
 * answers stay exact, but more nodes are visited.
 */
export function needsMeasure({ nodes: { float32 }, extent, reach }: Tree): boolean {
  let size = 0;
  for (let slot = 0; slot < WIDTH; slot++) {
    for (let k = 0; k < 3; k++) {
      // The bounds of empty slots are inverted, and are left out of the size of the scene.
      if (float32[slot + MIN[k]] <= float32[slot + MAX[k]]) {
        size = Math.max(size, Math.abs(float32[slot + MIN[k]]), Math.abs(float32[slot + MAX[k]]));
      }
    }
  }
  const measured = Math.max(...extent);
  return measured > SHRINKAGE * size || measured > SHARE_OF_REACH * reach;
}

/** Decides when a scene's tree is rebuilt, and how fast, by the areas of its nodes. Each update samples a few nodes. */
export class RebuildPolicy {
  readonly #operations: Pick<ChangeOperations, 'sumAreas'>;
  #tree: Tree | null = null;
  /** How many nodes per box the tree in use had when it was new. */
  #builtNodes = 0;
  /** The tree that was built last, and how many nodes per box it had when its build was complete. */
  #next: Tree | null = null;
  #nextNodes = 0;
  /** The sum of half the areas of all nodes, when all nodes were last sampled. 0 before that. */
  #areas = 0;
  /** The sum of half the areas of all nodes, from the sampling before the last. 0 until all were sampled twice. */
  #areasBefore = 0;
  /** The least sum of half the areas of all nodes that was sampled so far, per box. */
  #leastAreas = Infinity;
  /** The sum of half the areas of the nodes sampled since all nodes were last sampled, and the next node to sample. */
  #sum = 0;
  #cursor = 0;
  /** The number of changes since the tree in use was new, and the changes per box after which a new tree is tried. */
  #changed = 0;
  #interval = FIRST_INTERVAL;
  /** The ratio of the least areas of the tree in use to the areas of the last new tree. Above 1 where boxes gather. */
  #hiddenGrowth = FIRST_HIDDEN_GROWTH;

  constructor(operations: Pick<ChangeOperations, 'sumAreas'>) {
    this.#operations = operations;
  }

  /** Samples the areas of some more nodes of a tree that was updated. Returns whether a rebuild should begin. */
  sampleNodes(tree: Tree, changed: number): boolean {
    const { size } = tree.boxes;
    const { count } = tree.nodes;
    if (tree !== this.#tree) {
      this.#tree = tree;
      this.#areas = 0;
      this.#areasBefore = 0;
      this.startAnew(tree);
      // Boxes have been inserted since the new tree was built. Its node count from then makes the next rebuild sooner.
      if (tree === this.#next) this.#builtNodes = this.#nextNodes;
      this.#next = null;
    }
    const end = Math.min(this.#cursor + SAMPLES_PER_CHANGE * changed, count);
    this.#sum += this.#operations.sumAreas(tree, this.#cursor, end, false);
    this.#cursor = end;
    if (end === count) {
      this.#areasBefore = this.#areas;
      this.#areas = this.#sum;
      this.#leastAreas = Math.min(this.#leastAreas, this.#areas / size);
      this.#sum = 0;
      this.#cursor = 0;
    }
    this.#changed += changed;
    return (
      this.#growth(size) > (changesMost(changed, tree) ? AREA_GROWTH_OF_MOST : AREA_GROWTH) ||
      count > Math.max(NODE_GROWTH * this.#builtNodes * size, FEW_NODES) ||
      this.#changed > this.#interval * size
    );
  }

  /**
   * Returns whether to build a new tree at once instead of updating this tree. The build takes about as long as the
   * update, and the updated tree would be too slow if the areas grow again as much as between the last two samples of
   * all nodes.
   */
  shouldRebuildNow(tree: Tree, changed: number): boolean {
    if (!changesMost(changed, tree) || tree !== this.#tree) return false;
    const step = this.#areasBefore === 0 ? 1 : this.#areas / this.#areasBefore;
    return step * this.#growth(tree.boxes.size) > AREA_GROWTH_LIMIT;
  }

  /** Returns how much work on the new tree of a rebuild an update does, until the new tree is built. */
  workOf(tree: Tree, changed: number, inserted: number): number {
    const { size } = tree.boxes;
    let workPerChange = WORK_PER_CHANGE;
    if (changesMost(changed, tree)) {
      const percent = Math.max(LEAST_PERCENT, 100 * (this.#growth(size) * this.#hiddenGrowth - 1));
      workPerChange = Math.min(WORK_PER_PERCENT * percent, WORK_PER_CHANGE);
    }
    const work = workPerChange * changed + WORK_PER_INSERTION * inserted;
    return Math.max(LEAST_WORK, Math.min(work, LARGEST_SHARE * size));
  }

  /** Returns how much work an update does to apply changes to the new tree of a rebuild, once the new tree is built. */
  catchUpWorkOf(tree: Tree, changed: number, inserted: number): number {
    return Math.max(this.workOf(tree, changed, inserted), WORK_OF_CATCHING_UP * CATCH_UP * changed);
  }

  /**
   * Returns whether the new tree of a rebuild may replace the tree in use.
   *
   * @param missed how many changes the new tree lacks.
   * @param changed how many changes the tree in use lacks.
   */
  canTakeOver(next: Tree, missed: number, changed: number): boolean {
    if (missed > CHANGES_AT_TAKE_OVER * changed + MORE_CHANGES_AT_TAKE_OVER) return false;
    // If the new tree lacked more changes than the tree in use, updateTree might prefer to build yet another tree.
    return missed <= changed || !changesMost(missed, next);
  }

  /** Compares a new tree's areas with those of the tree in use, and adjusts how soon the next new tree is tried. */
  noteBuilt(next: Tree): void {
    // The new tree and the tree in use are compared per box, because the new tree may lack boxes that were added.
    const boxes = next.nodes.boxesBelow(0);
    this.#next = next;
    this.#nextNodes = next.nodes.count / boxes;
    if (this.#areas === 0) return;
    const gain = this.#areas / next.boxes.size / (next.areas / boxes);
    // Boxes in one place or on a line may have nodes without an area, so the ratio of areas may be infinite or NaN.
    if (!(gain < Infinity)) return;
    this.#hiddenGrowth = Math.max(1, gain / this.#growth(next.boxes.size));
    if (gain > MUCH_BETTER) this.#interval = Math.max(this.#interval / 2, LEAST_INTERVAL);
    if (gain < NO_BETTER) this.#interval = Math.min(this.#interval * 2, LARGEST_INTERVAL);
  }

  /** Treats the tree in use as new: later samples of its nodes are compared with its present areas and node count. */
  startAnew({ nodes, boxes, areas }: Tree): void {
    const { size } = boxes;
    const known = this.#areas > 0 ? this.#areas : areas;
    this.#leastAreas = known > 0 ? known / size : Infinity;
    this.#builtNodes = nodes.count / size;
    this.#sum = 0;
    this.#cursor = 0;
    this.#changed = 0;
  }

  /**
   * Returns the areas of the nodes of the tree in use, per box, divided by their least value so far. 1 before the areas are
   * known.
   */
  #growth(size: number): number {
    return this.#areas === 0 ? 1 : this.#areas / (this.#leastAreas * size);
  }
}
