import { buildScratchBytes } from '../boxes/buildMemory';
import type { LeafStore } from '../boxes/leafStore';
import type { OnProgress } from '../build/onProgress';
import { ScratchSpace } from '../memory/scratchSpace';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import type { Backend } from './backend';
import type { BoundKernel } from './boundKernel';

/** Builds a tree: see Backend. */
export function kernelBuild(kernel: BoundKernel): Backend['build'] {
  return (leaves, onProgress) => {
    try {
      return build(kernel, leaves, onProgress);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Released blocks leave gaps. Joined, these may be enough room.
      kernel.memory.compact();
      return build(kernel, leaves, onProgress);
    }
  };
}

function build(kernel: BoundKernel, leaves: LeafStore, onProgress?: OnProgress): Tree {
  const { size, idLimit } = leaves;
  kernel.onProgress = onProgress;
  const scratch = new ScratchSpace(kernel.memory);
  try {
    scratch.reserve(buildScratchBytes(size));
    kernel.bind(leaves, null);
    const nodes = new Nodes(kernel.memory, kernel.functions.planTree(idLimit, size, scratch.byteOffset));
    const tree = createTree(kernel.readMeasure(), leaves, nodes);
    kernel.bind(leaves, tree);
    kernel.functions.collapse(scratch.byteOffset);
    return tree;
  } finally {
    kernel.onProgress = undefined;
    scratch.release();
  }
}
