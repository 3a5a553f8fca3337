import type { FlatShape } from '../../primitives/flat/flatShape';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { LeafStore } from '../boxes/leafStore';
import type { OnProgress } from '../build/onProgress';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { Culled } from '../query/cullByPlanes';
import type { NearBox, NearestSelection } from '../query/nearest';
import type { ClosestHit } from '../query/raycast';
import type { CheckRays } from '../query/raycastMany';
import type { RaySelection } from '../query/raySelection';
import type { SlotSet } from '../query/slotSet';
import type { Split } from '../query/splitByPlane';
import type { Tree } from '../tree/tree';

/**
 * The operations that there are two of: in JavaScript, and over the very same bytes in WebAssembly. Which one runs changes
 * the time and nothing else.
 */
export interface Backend extends ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** Where the boxes and trees that it is given must be. */
  readonly memory: Memory;
  /** @param onProgress told now and then how many of the boxes have found their place in the tree. */
  build(leaves: LeafStore, onProgress?: OnProgress): Tree;
  raycast(tree: Tree, ray: RayBuffer, selection: RaySelection, hit: ClosestHit): void;
  raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection): boolean;
  /**
   * The closest hit of each of many rays, six numbers each.
   *
   * @param rays copied before they are used: another thread, or a callback, may write to them.
   * @param range a ray whose range is that of all of them.
   * @param checkRays throws unless rays are well formed, of which the first has the index `first` among all; called before there
   *   is an answer that rests on one that is not.
   */
  raycastMany(
    tree: Tree,
    rays: Float32Array | Float64Array,
    range: RayBuffer,
    selection: RaySelection,
    ids: Int32Array,
    ts: Float64Array,
    checkRays: CheckRays,
  ): void;
  nearest(tree: Tree, x: number, y: number, z: number, selection: NearestSelection): NearBox[];
  splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split;
  /** @param planes four numbers each: normal x y z, constant. */
  cullByPlanes(tree: Tree, planes: Float64Array): Culled;
  overlap(tree: Tree, shape: FlatShape): SlotSet;
  /** Two ids for every pair of boxes that overlap, the smaller first; given a mask, of boxes that both share a bit with it. */
  pairs(tree: Tree, mask: number | undefined): Uint32Array;
}
