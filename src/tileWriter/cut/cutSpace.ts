import type { Points } from './points';

/** Points next to one another in their order, which become so many tiles. */
export interface Piece {
  readonly from: number;
  readonly end: number;
  readonly tiles: number;
}

/** How many tiles hold that many boxes. All of them get about as many. */
export function tilesOf(boxes: number, boxesPerTile: number): number {
  return Math.ceil(boxes / boxesPerTile);
}

/**
 * Cuts the centres of boxes into pieces of at most `most` tiles, in an order along space. Where all centres are the same, any
 * boxes may come together. A piece can be cut further in the same way.
 */
export function* cutSpace(points: Points, { from, end, tiles }: Piece, most: number): Generator<Piece> {
  if (tiles <= most) {
    yield { from, end, tiles };
    return;
  }
  const lower = tiles >>> 1;
  const middle = from + Math.floor(((end - from) * lower) / tiles);
  const axis = points.widestAxis(from, end);
  if (axis !== null) points.select(axis, from, end, middle);
  yield* cutSpace(points, { from, end: middle, tiles: lower }, most);
  yield* cutSpace(points, { from: middle, end, tiles: tiles - lower }, most);
}
