import { NODES_PER_BOX } from '../memory/buildMemory';
import type { ChangedIds } from '../boxes/changedIds';
import type { BoxStore } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Tree } from '../tree/tree';

/** Called with the number of boxes that have their place in the tree. It grows from call to call. */
export type OnProgress = (boxes: number) => void;

/**
 * A build in slices. Each step does one slice and yields how much work it was. The unit is the work of sorting one
 * reference into one of two halves. The last step returns the tree.
 */
export type TreeBuild = Generator<number, Tree, void>;

export interface BuildOptions {
  readonly onProgress?: OnProgress | undefined;
  /** A measure that covers the present boxes. By default, the build measures the boxes. */
  readonly measure?: SceneMeasure | undefined;
  /**
   * The ids of boxes that have changed since the build began. Required if boxes may change between slices. The new tree
   * may lack the changed boxes, or hold their old bounds. Its paths are traced, so that it can be brought up to date.
   */
  readonly missed?: ChangedIds | undefined;
}

/** Begins to build a tree over all boxes of a store. */
export type Build = (boxes: BoxStore, options?: BuildOptions) => TreeBuild;

/**
 * The work of a slice. Most slices take less than half a millisecond. Longer slices are the split of a large range in
 * JavaScript, and in JavaScript and the kernel the sort of many boxes with one centre.
 */
export const SLICE = 8192;

/** The work of writing a reference, planning a binary node, making a wide node and fitting a wide node. Measured. */
export const WORK_OF_REFERENCE = 2;
export const WORK_OF_PLAN = 3;
export const WORK_OF_NODE = 8;
export const WORK_OF_FIT = 6;

/** Returns about how much work it is to build a tree of that many boxes. */
export function workOfBuild(boxes: number): number {
  // Each reference is sorted about log2(boxes) times. The rest of the work is linear.
  return boxes * (32 - Math.clz32(boxes) + 3);
}

/** Measured: 0.15 to 0.21 for boxes as they lie in scenes. */
const USUAL_NODES_PER_BOX = 0.2;

/** Returns how many nodes to make room for at first. A tree that will be changed gets as many as it will ever need. */
export function firstNodes(boxes: number, willChange: boolean): number {
  return Math.ceil(boxes * (willChange ? NODES_PER_BOX : USUAL_NODES_PER_BOX));
}

/** Ends a build early, which frees its memory. */
export function abandon(build: TreeBuild): void {
  // The type requires a value to return. It is not used.
  build.return(undefined as never);
}

/** Runs the remaining slices of a build, or of a step of a build. Returns the result. */
export function finish<T>(slices: Generator<number, T, void>): T {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}
