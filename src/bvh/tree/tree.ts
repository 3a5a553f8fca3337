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
  /** Whether a node comes before all nodes below it, and those follow one another: until the tree is changed in place. */
  isPacked: boolean;
  /** For how many boxes improving has become due since the last time, and is in all: see improve. */
  work: number;
  due: number;
  /** The node at which it goes on. */
  cursor: number;
  /** Which treelets it rebuilds: see levelAt. */
  levelShift: number;
  levelOffset: number;
  /** The sum of half its nodes' areas when all of them were fitted last. */
  areas: number;
  /** The least that this was, in areas of the root, while there were about as many boxes as that. */
  leastCost: number;
  leastCostBoxes: number;
  /** Walks under way, whose callbacks must find the tree as it was. */
  walks: number;
}

/** A tree that has just been built. */
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
