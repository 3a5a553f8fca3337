import { type BoxNames, labelField } from '../boxes/boxNames';
import { jsonOf } from './foundText';

/** A set of boxes, in the answer of a scene or of a file of tiles. */
export interface BoxSet {
  readonly size: number;
  toArray: () => Uint32Array | Float64Array;
}

/** Returns the boxes of a set that are not in another set. */
export function difference(set: BoxSet, other: { has: (id: number) => boolean }): BoxSet {
  const ids = Float64Array.from(set.toArray()).filter((id) => !other.has(id));
  return { size: ids.length, toArray: () => ids };
}

/** Returns the boxes of a set for JSON, sorted by id: their ids, or objects with ids and names. */
export function setJson(set: BoxSet, names: BoxNames | null): unknown[] {
  return Array.from(set.toArray().sort(), (id) => (names === null ? id : jsonOf({ id }, names)));
}

/**
 * Yields a line for each box of some sets, after a header. The lines are sorted by id. Merges the sorted lists of ids of the
 * sets: ids in a file of tiles may be too large to be indices of an array.
 *
 * @param column the name of the column that has the name of the box's set. Null if there is one set.
 * @param names the names of the boxes. Null for lines without names.
 */
export function* setLines(
  sets: Readonly<Record<string, BoxSet>>,
  column: string | null,
  names: BoxNames | null,
): Generator<string> {
  yield `id${names === null ? '' : ',name'}${column === null ? '' : `,${column}`}\n`;
  const left = Object.entries(sets).map(([set, boxes]) => ({ set, ids: boxes.toArray().sort(), next: 0 }));
  for (;;) {
    const first = left.reduce((least, each) => (idOf(each) < idOf(least) ? each : least));
    const id = idOf(first);
    if (id === Infinity) return;
    first.next++;
    const name = names === null ? '' : `,${labelField(names, id)}`;
    yield `${id}${name}${column === null ? '' : `,${first.set}`}\n`;
  }
}

/** Returns the smallest id of a set that has not been printed yet. Infinity if all have been printed. */
function idOf({ ids, next }: { ids: Uint32Array | Float64Array; next: number }): number {
  return next < ids.length ? ids[next] : Infinity;
}
