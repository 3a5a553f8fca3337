import { CHILD, NODE_WORDS, WIDTH } from '../../bvh/layout/nodeLayout';
import { addressOfSlot, nodeOf } from './nodes';
import { setBoxSlot, setParentSlot } from './treePaths';

/** Moves the content of a slot to another one: see bvh/tree/moveSlot.ts. */
export function moveSlot(from: i32, to: i32): void {
  const source = addressOfSlot(from);
  const target = addressOfSlot(to);
  for (let word: usize = 0; word < <usize>(NODE_WORDS * 4); word += WIDTH * 4) {
    store<i32>(target + word, load<i32>(source + word));
  }
  pointTo(to);
}

/** Updates the path of the box or node that hangs in a slot. */
export function pointTo(slot: i32): void {
  const child = load<i32>(addressOfSlot(slot), CHILD * 4);
  if (child < 0) setBoxSlot(~child, slot);
  else setParentSlot(nodeOf(child), slot);
}
