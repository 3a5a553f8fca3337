import { seededRandom } from '../../site/seededRandom';
import type { Cell } from './spiral';

export type District = 'towers' | 'flats' | 'houses' | 'park';

/** How dense the city is at a cell: about 1 in the middle, and 0 or less at the edge. It differs from block to block. */
export function densityAt({ column, row }: Cell): number {
  const outward = Math.sqrt(column * column + row * row) / 75;
  return 1 - outward + 0.6 * (noise(column / 9, row / 9, 1) - 0.5) + 0.3 * (noise(column, row, 3) - 0.5);
}

export function districtAt(cell: Cell): District {
  if (noise(cell.column / 3, cell.row / 3, 2) > 0.78) return 'park';
  const density = densityAt(cell);
  if (density > 0.86) return 'towers';
  return density > 0.42 ? 'flats' : 'houses';
}

/** A number from 0 to 1 that changes smoothly from place to place, and is random at whole numbers. */
function noise(x: number, z: number, seed: number): number {
  const [column, row] = [Math.floor(x), Math.floor(z)];
  const [u, v] = [smooth(x - column), smooth(z - row)];
  const at = (i: number, j: number) => seededRandom(((column + i) * 8191 + (row + j)) * 31 + seed)();
  return (1 - v) * ((1 - u) * at(0, 0) + u * at(1, 0)) + v * ((1 - u) * at(0, 1) + u * at(1, 1));
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x);
}
