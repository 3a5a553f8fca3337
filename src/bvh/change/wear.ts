import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { isMany } from './updateTree';

/** A tree is worn if the areas of its nodes, per box, are this many times their least sum. */
const WORN = 1.06;
/** The same if most boxes move in each frame. Such a tree wears fast, so a new one is begun sooner. */
const WORN_BY_MOST = 1.03;
/** If areas will have grown so many times when most boxes have moved again, a new tree is built instead. */
const TOO_WORN = 1.12;
/** A tree is also worn if it has this many times as many nodes per box as when it was new. Its nodes are less full then. */
const THINNED = 1.3;
/** So few nodes are not too many. */
const FEW_NODES = 16;
/** How many nodes are measured for each box that has changed. */
const NODES_PER_CHANGE = 1;

/**
 * A new tree is also tried after this many changes per box. Areas do not tell enough if boxes gather: they shrink, but
 * those of a new tree would shrink faster. The number is halved each time a new tree is much better, and doubled each time
 * it is no better.
 */
const FIRST_INTERVAL = 1;
const LEAST_INTERVAL = 0.5;
const LARGEST_INTERVAL = 64;
const MUCH_BETTER = 1.05;
const NO_BETTER = 1.02;

/** How worn a changing tree is. Each update measures a few of its nodes in turn, which is cheap beside the update. */
export class Wear {
  #tree: Tree | null = null;
  /** How many nodes per box the tree had when it was new. */
  #builtNodes = 0;
  /** The tree that was built last, and how many nodes per box it had then. */
  #next: Tree | null = null;
  #nextNodes = 0;
  /** The sum of half the areas of all nodes when they were last measured. 0 before that. */
  #areas = 0;
  /** The same when they were measured before that. */
  #areasBefore = 0;
  /** The least sum so far, per box. */
  #leastAreas = Infinity;
  /** The sum over the nodes measured so far in this turn, and the next node. */
  #sum = 0;
  #cursor = 0;
  /** How many changes there were since the tree was new, and after how many per box a new one is tried. */
  #changed = 0;
  #interval = FIRST_INTERVAL;
  /** How much more the last new tree gained than areas had grown. More than 1 if boxes gather. The first one is a guess. */
  #hidden = 1.1;

  /** Measures some more nodes of a tree in which boxes have changed. Returns whether it is worn. */
  measure(operations: ChangeOperations, tree: Tree, changed: number): boolean {
    const { size } = tree.boxes;
    const { count } = tree.nodes;
    if (tree !== this.#tree) {
      this.#tree = tree;
      this.#areas = 0;
      this.#areasBefore = 0;
      this.settle(tree);
      // Since then, boxes have been inserted. The more nodes these took, the sooner the tree is worn.
      if (tree === this.#next) this.#builtNodes = this.#nextNodes;
      this.#next = null;
    }
    const end = Math.min(this.#cursor + NODES_PER_CHANGE * changed, count);
    this.#sum += operations.sumAreas(tree, this.#cursor, end, false);
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
      this.growth(size) > (isMany(changed, tree) ? WORN_BY_MOST : WORN) ||
      count > Math.max(THINNED * this.#builtNodes * size, FEW_NODES) ||
      this.#changed > this.#interval * size
    );
  }

  /** Whether a tree will be too worn to be kept once it has grown again as much as between the last two measurements. */
  isTooWorn(tree: Tree): boolean {
    if (tree !== this.#tree) return false;
    const step = this.#areasBefore === 0 ? 1 : this.#areas / this.#areasBefore;
    return step * this.growth(tree.boxes.size) > TOO_WORN;
  }

  /** About how many times as large the areas are as those of a new tree would be. */
  excess(size: number): number {
    return this.growth(size) * this.#hidden;
  }

  /** How many times as large the areas per box are as at their least. 1 before they are known. */
  growth(size: number): number {
    return this.#areas === 0 ? 1 : this.#areas / (this.#leastAreas * size);
  }

  /** Learns how good a new tree is that has just been built. */
  compare(next: Tree): void {
    // Each per box, because the new tree may lack some.
    const boxes = next.nodes.boxesBelow(0);
    this.#next = next;
    this.#nextNodes = next.nodes.count / boxes;
    if (this.#areas === 0) return;
    const gain = this.#areas / next.boxes.size / (next.areas / boxes);
    // Boxes in one place or on a line may have nodes without an area.
    if (!(gain < Infinity)) return;
    this.#hidden = Math.max(1, gain / this.growth(next.boxes.size));
    if (gain > MUCH_BETTER) this.#interval = Math.max(this.#interval / 2, LEAST_INTERVAL);
    if (gain < NO_BETTER) this.#interval = Math.min(this.#interval * 2, LARGEST_INTERVAL);
  }

  /** Treats a tree as new from now on. */
  settle({ nodes, boxes, areas }: Tree): void {
    const { size } = boxes;
    const known = this.#areas > 0 ? this.#areas : areas;
    this.#leastAreas = known > 0 ? known / size : Infinity;
    this.#builtNodes = nodes.count / size;
    this.#sum = 0;
    this.#cursor = 0;
    this.#changed = 0;
  }
}
