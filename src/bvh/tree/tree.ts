import type { BoxStore } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { type Meshes, NO_MESHES } from './meshTree';
import type { Nodes } from './nodes';
import { TreePaths } from './treePaths';

/** In place of the areas of a tree when it was built: they are not summed yet, as it has not changed since. */
export const UNCHANGED = -1;

/** The wide tree over the boxes of a leaf store. */
export interface Tree extends SceneMeasure {
  readonly boxes: BoxStore;
  readonly nodes: Nodes;
  readonly paths: TreePaths;
  /** The meshes that boxes of the leaf store place. */
  meshes: Meshes;
  /**
   * Whether every node comes before all nodes below it, and those follow one another. True until the tree is changed in
   * place.
   */
  isPacked: boolean;
  /** The node at which queries begin: 0, or another one above all tiles of a larger scene, also those that are absent. */
  root: number;
  /** The sum of half the areas of all nodes but the root when the tree was built, or UNCHANGED. */
  areas: number;
  /** How many walks are under way. Their callbacks must find the tree unchanged. */
  walks: number;
}

/** Creates a tree that has just been built. */
export function createTree(measure: SceneMeasure, boxes: BoxStore, nodes: Nodes): Tree {
  const paths = new TreePaths(boxes.memory);
  return {
    ...measure,
    boxes,
    nodes,
    paths,
    meshes: NO_MESHES,
    isPacked: true,
    root: 0,
    areas: UNCHANGED,
    walks: 0,
  };
}
