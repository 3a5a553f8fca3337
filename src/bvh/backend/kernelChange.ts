import type { ChangeOperations } from '../change/changeOperations';
import { itemLimit } from '../change/treelets';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import {
  AREAS,
  BOXES,
  CAPACITY,
  CURSOR,
  DUE,
  LEVEL_OFFSET,
  LEVEL_SHIFT,
  NODE_COUNT,
  WORK,
} from '../layout/kernelLayout';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** Brings a tree up to date: see ChangeOperations. */
export function kernelChange(kernel: BoundKernel): ChangeOperations {
  const { functions } = kernel;
  return {
    refit: (tree) => {
      beginChange(kernel, tree);
      functions.refit(tree.leaves.idLimit);
      endChange(kernel, tree);
    },
    refitChanged: (tree, changes) => {
      beginChange(kernel, tree);
      changes.count -= functions.refitChanged(changes.words.byteOffset);
      endChange(kernel, tree);
    },
    applyChanges: (tree, { words, firstWord, endWord }) => {
      beginChange(kernel, tree);
      tree.isPacked = false;
      const isUsable = functions.applyChanges(words.byteOffset, firstWord, endWord) !== 0;
      endChange(kernel, tree);
      return isUsable;
    },
    optimize: (tree) => {
      // For each item: a reference, a child word, a content word and a node, and at most two binary nodes of 20 bytes.
      kernel.scratch.reserve(itemLimit(tree) * (REFERENCE_WORDS * 4 + 12 + 40));
      beginChange(kernel, tree);
      tree.isPacked = false;
      functions.optimize(kernel.scratch.byteOffset);
      endChange(kernel, tree);
    },
  };
}

function beginChange(kernel: BoundKernel, tree: Tree): void {
  kernel.bind(tree.leaves, tree);
  const numbers = kernel.numbers;
  numbers[BOXES] = tree.leaves.size;
  numbers[NODE_COUNT] = tree.nodes.count;
  numbers[CURSOR] = tree.cursor;
  numbers[CAPACITY] = tree.nodes.capacity;
  numbers[WORK] = tree.work;
  numbers[DUE] = tree.due;
  numbers[LEVEL_SHIFT] = tree.levelShift;
  numbers[LEVEL_OFFSET] = tree.levelOffset;
  numbers[AREAS] = tree.areas;
}

function endChange(kernel: BoundKernel, tree: Tree): void {
  const numbers = kernel.numbers;
  tree.nodes.count = numbers[NODE_COUNT];
  tree.cursor = numbers[CURSOR];
  tree.work = numbers[WORK];
  tree.due = numbers[DUE];
  tree.levelOffset = numbers[LEVEL_OFFSET];
  tree.areas = numbers[AREAS];
  Object.assign(tree, kernel.readMeasure());
}
