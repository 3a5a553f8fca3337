import { Points } from './points';

/** A piece of an array of points: the points from index `from` to before index `end`, which become `tiles` tiles. */
export interface Piece {
  readonly from: number;
  readonly end: number;
  readonly tiles: number;
}

/**
 * Sorts the centres of boxes into pieces of at most `most` tiles, and yields the pieces. Each piece is a cell of space: a leaf
 * of a k-d tree. Equal centres may be split among pieces. This function can cut a piece further.
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

/** A node of a k-d tree: a plane across an axis and two children, or the number of a part of space. */
type Cut = { readonly axis: number; readonly value: number; readonly below: Cut; readonly above: Cut } | number;

/** A k-d tree (Bentley 1975): cuts space into numbered parts that hold about the same number of points. */
export class SpaceTree {
  /** The number of parts into which space is cut: fewer than requested if points are equal. */
  readonly parts: number;
  readonly #root: Cut;

  /** @param sample a sample of the points that the parts shall hold, 3 numbers for each point. */
  constructor(sample: readonly number[], parts: number) {
    const points = new Points(sample.length / 3, (i, out) => {
      for (let k = 0; k < 3; k++) out[k] = sample[3 * i + k];
    });
    let made = 0;
    const cut = (from: number, end: number, wanted: number): Cut => {
      const axis = wanted === 1 ? null : points.widestAxis(from, end);
      if (axis === null) return made++;
      const lower = wanted >>> 1;
      const middle = from + Math.max(1, Math.floor(((end - from) * lower) / wanted));
      points.select(axis, from, end, middle);
      const value = cutValue((i) => sample[3 * points.numberAt(i) + axis], from, end, middle);
      const below = cut(from, middle, lower);
      return { axis, value, below, above: cut(middle, end, wanted - lower) };
    };
    this.#root = cut(0, points.length, parts);
    this.parts = made;
  }

  /** Returns the number of the part of space in which a point is. */
  find(points: Float64Array): number {
    let cut = this.#root;
    while (typeof cut !== 'number') cut = points[cut.axis] < cut.value ? cut.below : cut.above;
    return cut;
  }
}

/**
 * Returns the value at which to cut points, so that at least one point is below: the value at `middle`, or the next greater
 * value if no value is smaller.
 */
function cutValue(valueAt: (i: number) => number, from: number, end: number, middle: number): number {
  const value = valueAt(middle);
  let next = Infinity;
  for (let i = from; i < end; i++) {
    const other = valueAt(i);
    if (other < value) return value;
    if (other > value && other < next) next = other;
  }
  return next;
}
