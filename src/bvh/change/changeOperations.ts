import type { ChangedIds } from '../boxes/changedIds';
import type { Tree } from '../tree/tree';

/** What a backend does to bring a tree up to date: each as the file of that name says. */
export interface ChangeOperations {
  refit(tree: Tree): void;
  refitChanged(tree: Tree, changes: ChangedIds): void;
  applyChanges(tree: Tree, changes: ChangedIds): boolean;
  optimize(tree: Tree): void;
}
