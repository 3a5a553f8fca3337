import { selectNth } from './selectNth';
import { widestAxis } from './widestAxis';

/** A cut of space across an axis, or the number of a part. */
type Cut = { readonly axis: number; readonly value: number; readonly below: Cut; readonly above: Cut } | number;

/** Cuts space into parts that hold about as many points each, in an order along space: a k-d tree (Bentley 1975). */
export class SpaceTree {
  /** How many parts there are: fewer than asked for if the points cannot be told apart. */
  readonly parts: number;
  readonly #root: Cut;

  /** @param sample 3 numbers a point. */
  constructor(sample: readonly number[], parts: number) {
    const order = Uint32Array.from({ length: sample.length / 3 }, (_, i) => i);
    let made = 0;
    const cut = (from: number, end: number, wanted: number): Cut => {
      const axis = wanted === 1 ? null : widestAxis(sample, order, from, end);
      if (axis === null) return made++;
      const lower = wanted >>> 1;
      const nth = from + Math.floor(((end - from) * lower) / wanted);
      selectNth(sample, axis, order, from, end, nth);
      const value = cutValue(sample, axis, order.subarray(from, end), sample[3 * order[nth] + axis]);
      const middle = from + partition(order, from, end, (point) => sample[3 * point + axis] < value);
      const below = cut(from, middle, lower);
      return { axis, value, below, above: cut(middle, end, wanted - lower) };
    };
    this.#root = cut(0, order.length, parts);
    this.parts = made;
  }

  /** The part that a point is in. */
  find(points: Float64Array, at: number): number {
    let cut = this.#root;
    while (typeof cut !== 'number') cut = points[at + cut.axis] < cut.value ? cut.below : cut.above;
    return cut;
  }
}

/** Where to cut so that something is below: at a value, or at the next one if it is the least. It is not the only one. */
function cutValue(points: readonly number[], axis: number, order: Uint32Array, value: number): number {
  let next = Infinity;
  for (const point of order) {
    const other = points[3 * point + axis];
    if (other < value) return value;
    if (other > value && other < next) next = other;
  }
  return next;
}

/** Brings those that belong below to the front. Returns how many they are. */
function partition(order: Uint32Array, from: number, end: number, isBelow: (point: number) => boolean): number {
  const points = order.slice(from, end);
  const below = points.filter(isBelow);
  order.set(below, from);
  order.set(
    points.filter((point) => !isBelow(point)),
    from + below.length,
  );
  return below.length;
}
