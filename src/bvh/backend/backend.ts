import type { LeafStore } from '../boxes/leafStore';
import type { OnProgress } from '../build/onProgress';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { Queries } from '../query/queries';
import type { Tree } from '../tree/tree';

/**
 * The operations that exist twice: in JavaScript and in WebAssembly, over the same bytes. Which one runs changes the
 * time and nothing else.
 */
export interface Backend extends Queries, ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** The memory in which the boxes and trees must be. */
  readonly memory: Memory;
  /** @param onProgress told now and then how many boxes have their place in the tree. */
  build: (leaves: LeafStore, onProgress?: OnProgress) => Tree;
}
