import type { BoxStore } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { type Meshes, NO_MESHES } from './meshTree';
import type { Nodes } from './nodes';
import { TreePaths } from './treePaths';

/** The value of {@link Tree.areas} until the first change of the tree, at which the areas are summed. */
export const UNCHANGED = -1;

/** The tree of eight-wide nodes over the boxes of a store. */
export interface Tree extends SceneMeasure {
  readonly boxes: BoxStore;
  readonly nodes: Nodes;
  readonly paths: TreePaths;
  /** The meshes of the scene, of which boxes of the tree may be instances. */
  meshes: Meshes;
  /** Whether the nodes are in the order of a new tree: see nodeLayout. False after the tree was changed in place. */
  isPacked: boolean;
  /** The node at which queries begin: 0, or in a scene of tiles with placeholders `TopNodes.allTiles`. */
  root: number;
  /** The sum of half the surface areas of all nodes but the root when the tree was built, or UNCHANGED. */
  areas: number;
  /** How many walks of the tree are under way. The tree must not be changed during a walk. */
  walks: number;
}

/** Creates a packed tree of the given nodes over the given boxes. */
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

/** Runs a part of a query that calls functions of the user. They may make queries, and must not change the tree. */
export function duringWalk<Result>(tree: Tree, run: () => Result): Result {
  tree.walks++;
  try {
    return run();
  } finally {
    tree.walks--;
  }
}
