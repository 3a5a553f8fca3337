import { ranks } from '../memory/boundScene';

/**
 * Whether a box comes before another one that is equally near: `comesBefore` in bvh/boxes/leafStore.ts. Every box comes
 * before NO_HIT.
 */
export function comesBefore(id: i32, other: i32): bool {
  // Unsigned, NO_HIT is greater than every id.
  if (ranks == 0 || other < 0) return <u32>id < <u32>other;
  return load<f64>(ranks + (<usize>id << 3)) < load<f64>(ranks + (<usize>other << 3));
}
