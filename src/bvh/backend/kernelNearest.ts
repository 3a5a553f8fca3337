import {
  MAX_DISTANCE,
  NEIGHBOR_LIMIT,
  NEIGHBOR_NUMBERS,
  NEIGHBORS,
  POINT,
  NEEDS_FLOAT64,
} from '../layout/kernelLayout';
import { type NearBox, nearest } from '../query/nearest';
import type { Queries } from '../query/queries';
import type { BoundKernel } from './boundKernel';

/** Finds the nearest boxes: see Queries. */
export function kernelNearest(kernel: BoundKernel): Queries['nearest'] {
  return (tree, x, y, z, selection) => {
    const { count, maxDistance, mask, filter, boxesOnly = false } = selection;
    if (filter !== undefined || count > NEIGHBOR_LIMIT) return nearest(tree, x, y, z, selection);
    kernel.bind(tree.boxes, tree);
    const { numbers } = kernel;
    numbers[POINT] = x;
    numbers[POINT + 1] = y;
    numbers[POINT + 2] = z;
    numbers[MAX_DISTANCE] = maxDistance;
    const found = kernel.functions.nearest(count, mask === undefined ? 0 : 1, mask ?? 0, boxesOnly ? 0 : 1);
    return found === NEEDS_FLOAT64 ? nearest(tree, x, y, z, selection) : readNeighbors(numbers, found);
  };
}

function readNeighbors(numbers: Float64Array, count: number): NearBox[] {
  const boxes: NearBox[] = [];
  for (let i = 0, at = NEIGHBORS; i < count; i++, at += NEIGHBOR_NUMBERS) {
    boxes.push({
      id: numbers[at],
      triangle: numbers[at + 5],
      distance: numbers[at + 1],
      x: numbers[at + 2],
      y: numbers[at + 3],
      z: numbers[at + 4],
    });
  }
  return boxes;
}
