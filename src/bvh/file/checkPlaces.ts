import { AABB_32, AABB_64, indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { FileHeader } from './fileHeader';
import { refuse } from './slabtreeFormatError';

/** Ids that are checked at once. */
const STEP = 1 << 20;

/**
 * Checks that ids in use have the records of their kind in turn, so that each is used exactly once; and that the ids given as
 * free are the others, each once.
 */
export function* checkPlaces(
  places: Uint32Array,
  freed: readonly number[],
  { ids, aabb32, aabb64, obbs }: FileHeader,
): Generator<undefined, void> {
  const next = [0, 0, 0, 0];
  for (let first = 0; first < ids; first += STEP) {
    for (let id = first; id < Math.min(first + STEP, ids); id++) {
      const place = places[id];
      const kind = kindOf(place);
      if (kind === 0) {
        if (place !== 0) refuse(`the place of id ${id} is ${place}, of no kind`);
      } else if (indexOf(place) !== next[kind]++) {
        refuse(`the place of id ${id} is ${indexOf(place)} of kind ${kind}, and not the next one`);
      }
    }
    yield;
  }
  if (next[AABB_32] !== aabb32 || next[AABB_64] !== aabb64 || next[OBB] !== obbs) {
    refuse(`its places are for ${next.slice(AABB_32).join(', ')} boxes of each kind, and there are others`);
  }
  const isFree = new Uint8Array(freed.length === 0 ? 0 : ids);
  for (const id of freed) {
    if (id >= ids || places[id] !== 0 || isFree[id] !== 0) refuse(`it gives id ${id} as free, which is not, or twice`);
    isFree[id] = 1;
  }
}
