import type { LeafStore } from './leafStore';
import type { Nodes } from './nodes';
import { MIN_LEVEL_SHIFT } from './treeletSize';
import { TreePaths } from './treePaths';

/** What a tree's queries must know of its boxes to stay exact: see measureScene. */
export interface SceneMeasure {
  /** Node bounds are relative to this point, in float64: zero unless the scene lies far from it. */
  readonly origin: Float64Array;
  /** No box is farther from the origin than this on an axis, but for OBBs' margins. */
  readonly extent: Float64Array;
  /** Nothing in the scene has a larger coordinate on an axis, in size, nor do the terms that its tests sum up. */
  readonly magnitude: Float64Array;
  /** Rays that start within this distance of `origin` on every axis are covered by the OBBs' widened bounds... */
  reach: number;
  /** ...and others by this much more per unit of the distance that is missing; 0 without OBBs that can be passed over. */
  obbSlope: number;
  /** A power of two about as large as boxes are, of which few are far larger or smaller; Infinity of points alone. */
  typicalSize: number;
}

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
