import type { FlatShape } from '../primitives/flatShape';
import type { RayBuffer } from '../primitives/rayBuffer';
import type { ChangedIds } from './changedIds';
import type { Culled } from './cullByPlanes';
import type { LeafStore, ObbRecords } from './leafStore';
import type { Memory } from './memory';
import type { ClosestHit } from './raycast';
import type { NearBox, NearestSelection } from './nearest';
import type { RaySelection } from './raySelection';
import type { SlotSet } from './slotSet';
import type { Split } from './splitByPlane';
import type { Tree } from './tree';

/** A piece of a file, and the checksum of all of them. */
export interface FilePiece {
  /** Fetch them anew whenever memory may have grown. */
  readonly bytes: Uint8Array;
  /** Takes the first of the bytes into the checksum, whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of all that was taken: see Checksum. */
  readonly sum: number;
  /** Gives the room back. */
  release(): void;
}

export interface Checking {
  /**
   * Goes on for a millisecond or two; returns whether all has been checked.
   *
   * @throws SlabtreeFormatError that says what is wrong.
   */
  step(): boolean;
}

export type CheckRays = (rays: Float32Array | Float64Array, first: number) => void;

/** Told how many boxes are done, ever more. */
export type OnProgress = (boxes: number) => void;

/**
 * The operations that there are two of: in JavaScript, and over the very same bytes in WebAssembly. Which one runs changes
 * the time and nothing else.
 */
export interface Backend {
  readonly name: 'js' | 'wasm';
  /** Where the boxes and trees that it is given must be. */
  readonly memory: Memory;
  /**
   * Reads matrices, 16 numbers each, into OBB records that follow one another, but for their bounds.
   *
   * @param obbs whose records they are, from that of `index` on; null where nothing is to be kept.
   * @returns how many, up to the first that cannot place a box: that is not finite, not affine, or singular.
   */
  readMatrices(matrices: Float32Array | Float64Array, obbs: ObbRecords | null, index: number): number;
  /** Room for the bytes of a file that is read, piece by piece. */
  createFilePiece(byteLength: number): FilePiece;
  /** Begins to check a tree whose bytes may be anything: see TreeCheck. */
  checkTree(tree: Tree): Checking;
  /** @param onProgress told now and then how many of the boxes have found their place in the tree. */
  build(leaves: LeafStore, onProgress?: OnProgress): Tree;
  refit(tree: Tree): void;
  refitChanged(tree: Tree, changes: ChangedIds): void;
  applyChanges(tree: Tree, changes: ChangedIds): boolean;
  optimize(tree: Tree): void;
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
