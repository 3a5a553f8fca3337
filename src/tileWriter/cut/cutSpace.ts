import { selectNth } from './selectNth';
import { widestAxis } from './widestAxis';

/** Boxes next to one another in an order, which become so many tiles. */
export interface Piece {
  readonly from: number;
  readonly end: number;
  readonly tiles: number;
}

/** How many tiles hold that many boxes. All tiles get nearly as many as they may have. */
export function tilesOf(boxes: number, boxesPerTile: number): number {
  return Math.ceil(boxes / boxesPerTile);
}

/**
 * Cuts boxes by their centres into pieces of at most `most` tiles, in an order along space. Where all centres are the same,
 * any boxes may be together. A piece is cut further in the same way, whoever does it.
 *
 * @param order the numbers of the boxes, which are moved.
 */
export function* cutSpace(
  centres: Float64Array,
  order: Uint32Array,
  { from, end, tiles }: Piece,
  most: number,
): Generator<Piece> {
  if (tiles <= most) {
    yield { from, end, tiles };
    return;
  }
  const lower = tiles >>> 1;
  const middle = from + Math.floor(((end - from) * lower) / tiles);
  const axis = widestAxis(centres, order, from, end);
  if (axis !== null) selectNth(centres, axis, order, from, end, middle);
  yield* cutSpace(centres, order, { from, end: middle, tiles: lower }, most);
  yield* cutSpace(centres, order, { from: middle, end, tiles: tiles - lower }, most);
}
