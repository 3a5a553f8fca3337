import type { LeafStore } from '../boxes/leafStore';
import { MIN_LEVEL_SHIFT } from '../layout/treeletSize';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Nodes } from './nodes';
import { TreePaths } from './treePaths';

/** The wide tree over the boxes of a leaf store. */
export interface Tree extends SceneMeasure {
  readonly leaves: LeafStore;
  readonly nodes: Nodes;
  readonly paths: TreePaths;
  /**
   * Whether every node comes before all nodes below it, and those follow one another. True until the tree is changed in
   * place.
   */
  isPacked: boolean;
  /** How many boxes' worth of improving is to be done: `work` since the last time, and `due` in total. See improve. */
  work: number;
  due: number;
  /** The node at which improving continues. */
  cursor: number;
  /** Which treelets improving rebuilds: see levelAt. */
  levelShift: number;
  levelOffset: number;
  /** The sum of half the nodes' areas when all of them were last fitted. */
  areas: number;
  /** The least that `areas` was, in areas of the root, while there were about `leastCostBoxes` boxes. */
  leastCost: number;
  leastCostBoxes: number;
  /** How many walks are under way. Their callbacks must find the tree unchanged. */
  walks: number;
}

/** Creates a tree that has just been built. */
export function createTree(measure: SceneMeasure, leaves: LeafStore, nodes: Nodes): Tree {
  const paths = new TreePaths(leaves.memory);
  return {
    ...measure,
    leaves,
    nodes,
    paths,
    isPacked: true,
    work: 0,
    due: 0,
    cursor: 0,
    levelShift: MIN_LEVEL_SHIFT,
    levelOffset: 0,
    areas: 0,
    leastCost: Infinity,
    leastCostBoxes: 0,
    walks: 0,
  };
}
