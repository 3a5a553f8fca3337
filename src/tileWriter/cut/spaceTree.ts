import { Points } from './points';

/** A cut of space across an axis, or the number of a part. */
type Cut = { readonly axis: number; readonly value: number; readonly below: Cut; readonly above: Cut } | number;

/** Cuts space into parts that hold about as many points each, in an order along space: a k-d tree (Bentley 1975). */
export class SpaceTree {
  /** How many parts there are: fewer than asked for if the points cannot be told apart. */
  readonly parts: number;
  readonly #root: Cut;

  /** @param sample 3 numbers a point. */
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

  /** The part that a point is in. */
  find(points: Float64Array): number {
    let cut = this.#root;
    while (typeof cut !== 'number') cut = points[cut.axis] < cut.value ? cut.below : cut.above;
    return cut;
  }
}

/** Where to cut so that something is below: at a value, or at the next one if it is the least. There is another one. */
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
