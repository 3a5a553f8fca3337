import { boxSlots, heights, parentSlots } from '../memory/boundScene';

/** The recorded slot of a box that is not in the tree, and of the root: see bvh/tree/treePaths.ts. */
export const NO_SLOT: i32 = -1;

export function boxSlotOf(id: i32): i32 {
  return load<i32>(boxSlots + (<usize>id << 2));
}

export function setBoxSlot(id: i32, slot: i32): void {
  store<i32>(boxSlots + (<usize>id << 2), slot);
}

export function parentSlotOf(node: i32): i32 {
  return load<i32>(parentSlots + (<usize>node << 2));
}

export function setParentSlot(node: i32, slot: i32): void {
  store<i32>(parentSlots + (<usize>node << 2), slot);
}

export function heightOf(node: i32): i32 {
  return load<i32>(heights + (<usize>node << 2));
}

export function setHeight(node: i32, height: i32): void {
  store<i32>(heights + (<usize>node << 2), height);
}
