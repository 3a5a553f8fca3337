import { MAX_DISTANCE, NEIGHBOR_LIMIT, NEIGHBOR_NUMBERS, NEIGHBORS, POINT, UNTAMED } from '../layout/kernelLayout';
import { type NearBox, nearest, type NearestSelection } from '../query/nearest';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

export function nearestByKernel(
  kernel: BoundKernel,
  tree: Tree,
  x: number,
  y: number,
  z: number,
  selection: NearestSelection,
): NearBox[] {
  const { count, maxDistance, mask, filter } = selection;
  if (filter !== undefined || count > NEIGHBOR_LIMIT) return nearest(tree, x, y, z, selection);
  kernel.bind(tree.leaves, tree);
  const numbers = kernel.numbers;
  numbers[POINT] = x;
  numbers[POINT + 1] = y;
  numbers[POINT + 2] = z;
  numbers[MAX_DISTANCE] = maxDistance;
  const found = kernel.functions.nearest(count, mask === undefined ? 0 : 1, mask ?? 0);
  if (found === UNTAMED) return nearest(tree, x, y, z, selection);
  const boxes: NearBox[] = [];
  for (let i = 0, at = NEIGHBORS; i < found; i++, at += NEIGHBOR_NUMBERS) {
    boxes.push({
      id: numbers[at],
      distance: numbers[at + 1],
      x: numbers[at + 2],
      y: numbers[at + 3],
      z: numbers[at + 4],
    });
  }
  return boxes;
}
