/** See primitives/flat/boxRecord.ts. Both functions take the address of a min. Its max is 24 bytes further. */
export function middle(min: usize): f64 {
  return load<f64>(min) / 2 + load<f64>(min, 24) / 2;
}

export function halfSize(min: usize): f64 {
  return load<f64>(min, 24) / 2 - load<f64>(min) / 2;
}
