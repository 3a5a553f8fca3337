import { globalIds } from '../memory/boundScene';

/**
 * Whether a box comes before another one that is equally near: `comesBefore` in bvh/boxes/boxStore.ts. Every box comes
 * before NO_HIT.
 */
export function comesBefore(id: i32, other: i32): bool {
  // Unsigned, NO_HIT is greater than every id.
  if (globalIds == 0 || other < 0) return <u32>id < <u32>other;
  return load<f64>(globalIds + (<usize>id << 3)) < load<f64>(globalIds + (<usize>other << 3));
}
