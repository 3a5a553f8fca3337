import type { LeafStore } from '../../bvh/boxes/leafStore';
import { checkNumber } from '../../primitives/check';

/** Throws unless there is a box with this id. */
export function checkId(leaves: LeafStore, id: number): void {
  checkNumber('id', id);
  if (!isIdOfBox(leaves, id)) throw new RangeError(`id must be the id of a box in the scene, got ${id}`);
}

/** Throws unless there is a box with each of the `count` ids from `firstId` on. */
export function checkIds(leaves: LeafStore, firstId: number, count: number): void {
  checkNumber('firstId', firstId);
  if (!(Number.isInteger(firstId) && firstId >= 0)) {
    throw new RangeError(`firstId must be an id, an integer of 0 or more, got ${firstId}`);
  }
  for (let i = 0; i < count; i++) {
    if (leaves.has(firstId + i)) continue;
    throw new RangeError(
      `firstId must start a run of ${count} boxes in the scene, got ${firstId}, but there is no box ${firstId + i}`,
    );
  }
}

/** Throws unless a box is oriented. The message begins with `expected`: what the argument must be. */
export function checkIsObb(leaves: LeafStore, id: number, expected: string): void {
  if (leaves.isObb(id)) return;
  throw new TypeError(`${expected}, but box ${id} is axis-aligned: use setAabb or setObb`);
}

/** Whether there is a box with this id. Any number may be given. */
export function isIdOfBox(leaves: LeafStore, id: number): boolean {
  return Number.isInteger(id) && id >= 0 && leaves.has(id);
}
