import { Box3, Vector3 } from 'three';

/** A range is cut into at most 2^12 cells at once: so many places to write to fit the processor's cache. */
const MOST_HALVINGS = 12;

const bounds = /* @__PURE__ */ new Box3();
const size = /* @__PURE__ */ new Vector3();

/**
 * Sorts numbered things by their places, so that those which follow one another are neighbours. Returns their numbers, and sorts
 * the places too.
 *
 * A range is cut into the cells of a grid, through which the order winds like a snake. What is in a cell with more than a block
 * is sorted in the same way, within bounds of its own. So a place far from all others costs one more round, and no precision.
 *
 * @param places three finite numbers for each thing.
 */
export function sortInSpace(places: Float32Array, blockSize: number): Uint32Array {
  const count = places.length / 3;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const cells = new Uint16Array(count);
  const sortedOrder = new Uint32Array(count);
  const sortedPlaces = new Float32Array(3 * count);
  sort(0, count);
  return order;

  function sort(first: number, end: number): void {
    measure(places, first, end);
    const { x, y, z } = bounds.min;
    const [columns, rows, layers] = gridOf(32 - Math.clz32((end - first - 1) / blockSize));
    const [perX, perY, perZ] = [columns / size.x, rows / size.y, layers / size.z];
    const ends = new Uint32Array(columns * rows * layers + 1);
    for (let i = first; i < end; i++) {
      const column = cellOf((places[3 * i] - x) * perX, columns);
      const inY = cellOf((places[3 * i + 1] - y) * perY, rows);
      const inZ = cellOf((places[3 * i + 2] - z) * perZ, layers);
      // Every other column and row runs backwards, so that cells which follow one another touch.
      const row = column * rows + ((column & 1) === 0 ? inY : rows - 1 - inY);
      const cell = row * layers + ((row & 1) === 0 ? inZ : layers - 1 - inZ);
      cells[i] = cell;
      ends[cell + 1]++;
    }
    for (let cell = 1; cell < ends.length; cell++) ends[cell] += ends[cell - 1];
    const starts = ends.slice();
    for (let i = first; i < end; i++) {
      const to = ends[cells[i]]++;
      sortedOrder[to] = order[i];
      sortedPlaces[3 * to] = places[3 * i];
      sortedPlaces[3 * to + 1] = places[3 * i + 1];
      sortedPlaces[3 * to + 2] = places[3 * i + 2];
    }
    order.set(sortedOrder.subarray(0, end - first), first);
    places.set(sortedPlaces.subarray(0, 3 * (end - first)), 3 * first);
    for (let cell = 0; cell + 1 < starts.length; cell++) {
      const inCell = starts[cell + 1] - starts[cell];
      // If all are in one cell, they are in one place.
      if (inCell > blockSize && inCell < end - first) sort(first + starts[cell], first + starts[cell + 1]);
    }
  }
}

/** Writes the bounds of a range of places to `bounds`, and their size to `size`. */
function measure(places: Float32Array, first: number, end: number): void {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 3 * first; at < 3 * end; at += 3) {
    minX = Math.min(minX, places[at]);
    minY = Math.min(minY, places[at + 1]);
    minZ = Math.min(minZ, places[at + 2]);
    maxX = Math.max(maxX, places[at]);
    maxY = Math.max(maxY, places[at + 1]);
    maxZ = Math.max(maxZ, places[at + 2]);
  }
  bounds.min.set(minX, minY, minZ);
  bounds.max.set(maxX, maxY, maxZ);
  bounds.getSize(size);
}

/** Cuts the bounds into 2^halvings cells, each time across the longest side of a cell. */
function gridOf(halvings: number): number[] {
  const counts = [1, 1, 1];
  const sides = size.toArray();
  for (let i = Math.min(halvings, MOST_HALVINGS); i > 0; i--) {
    const axis = sides.indexOf(Math.max(...sides));
    sides[axis] /= 2;
    counts[axis] *= 2;
  }
  return counts;
}

/** @param place NaN if the bounds are flat. */
function cellOf(place: number, count: number): number {
  return place >= count ? count - 1 : place | 0;
}
