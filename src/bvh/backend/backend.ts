import type { LeafStore } from '../boxes/leafStore';
import type { OnProgress } from '../build/onProgress';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { Queries } from '../query/queries';
import type { Tree } from '../tree/tree';

/**
 * The operations that there are two of: in JavaScript, and over the very same bytes in WebAssembly. Which one runs changes
 * the time and nothing else.
 */
export interface Backend extends Queries, ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** Where the boxes and trees that it is given must be. */
  readonly memory: Memory;
  /** @param onProgress told now and then how many of the boxes have found their place in the tree. */
  build: (leaves: LeafStore, onProgress?: OnProgress) => Tree;
}
