import type { BoxStore } from '../../bvh/boxes/boxStore';
import { checkNumber } from '../../primitives/check';

/** Throws unless there is a box with this id. */
export function checkId(boxes: BoxStore, id: number): void {
  checkNumber('id', id);
  if (!isIdOfBox(boxes, id)) throw new RangeError(`id must be the id of a box in the scene, got ${id}`);
}

/** Throws unless there is a box with each of the `count` ids from `firstId` on. */
export function checkIds(boxes: BoxStore, firstId: number, count: number): void {
  checkNumber('firstId', firstId);
  if (!(Number.isInteger(firstId) && firstId >= 0)) {
    throw new RangeError(`firstId must be an id, an integer of 0 or more, got ${firstId}`);
  }
  for (let i = 0; i < count; i++) {
    if (boxes.has(firstId + i)) continue;
    throw new RangeError(
      `firstId must start a run of ${count} boxes in the scene, got ${firstId}, but there is no box ${firstId + i}`,
    );
  }
}

/** Throws unless a box is oriented. The message begins with `expected`: what the argument must be. */
export function checkIsObb(boxes: BoxStore, id: number, expected: string): void {
  if (boxes.isObb(id)) return;
  throw new TypeError(`${expected}, but box ${id} is axis-aligned: use setAabb or setObb`);
}

/** Whether there is a box with this id. Any number may be given. */
export function isIdOfBox(boxes: BoxStore, id: number): boolean {
  return Number.isInteger(id) && id >= 0 && boxes.has(id);
}
