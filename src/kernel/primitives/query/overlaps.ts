/** See primitives/query/overlaps.ts. Takes the addresses of the bounds of two boxes. */
export function aabbOverlapsAabb(a: usize, b: usize): bool {
  for (let k: usize = 0; k < 24; k += 8) {
    if (load<f64>(a + k) > load<f64>(b + k, 24) || load<f64>(b + k) > load<f64>(a + k, 24)) return false;
  }
  return true;
}
