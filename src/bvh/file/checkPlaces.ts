import { AABB_32, AABB_64, indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { FileHeader } from './fileHeader';
import { refuse } from './slabtreeFormatError';

/** How many ids are checked at once. */
const STEP = 1 << 20;

/**
 * Checks the places of ids. In the order of the ids in use, the boxes of each kind must have the records of that kind
 * one after another, so each record is used exactly once. The free ids must be all the others, each listed once.
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
        if (place !== 0) refuse(`the place of id ${id} is ${place}, which has no kind`);
      } else if (indexOf(place) !== next[kind]++) {
        refuse(`the place of id ${id} is ${indexOf(place)} of kind ${kind}, not the next one`);
      }
    }
    yield;
  }
  if (next[AABB_32] !== aabb32 || next[AABB_64] !== aabb64 || next[OBB] !== obbs) {
    refuse(
      `its places are for ${next.slice(AABB_32).join(', ')} boxes of each kind, but there are other numbers of them`,
    );
  }
  const isFree = new Uint8Array(freed.length === 0 ? 0 : ids);
  for (const id of freed) {
    if (id >= ids || places[id] !== 0 || isFree[id] !== 0)
      refuse(`it lists id ${id} as free, but it is not, or is listed twice`);
    isFree[id] = 1;
  }
}
