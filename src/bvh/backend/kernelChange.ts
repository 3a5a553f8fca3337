import type { ChangeOperations } from '../change/changeOperations';
import { NODE_COUNT } from '../layout/kernelLayout';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** Returns the operations that change a tree with the kernel: see ChangeOperations. */
export function kernelChange(kernel: BoundKernel): ChangeOperations {
  const { functions } = kernel;
  return {
    refit: (tree) => {
      beginChange(kernel, tree);
      functions.refit(tree.boxes.idLimit, Number(tree.isPacked));
      endChange(kernel, tree);
    },
    refitChanged: (tree, changes) => {
      beginChange(kernel, tree);
      changes.count -= functions.refitChanged(changes.words.byteOffset, Number(tree.isPacked));
      endChange(kernel, tree);
    },
    applyChanges: (tree, { words, firstWord, endWord }) => {
      beginChange(kernel, tree);
      tree.isPacked = false;
      const inserted = functions.applyChanges(words.byteOffset, firstWord, endWord, words.length);
      endChange(kernel, tree);
      return inserted;
    },
    markDuplicates: (tree) => {
      kernel.bind(tree.boxes, tree);
      functions.markDuplicates(tree.nodes.count, Number(tree.isPacked));
    },
    sumAreas: (tree, firstNode, endNode, withBoxes) => {
      kernel.bind(tree.boxes, tree);
      return functions.sumAreas(firstNode, endNode, Number(withBoxes));
    },
  };
}

function beginChange(kernel: BoundKernel, tree: Tree): void {
  kernel.bind(tree.boxes, tree);
  kernel.numbers[NODE_COUNT] = tree.nodes.count;
}

function endChange(kernel: BoundKernel, tree: Tree): void {
  tree.nodes.count = kernel.numbers[NODE_COUNT];
  Object.assign(tree, kernel.readMeasure());
}
