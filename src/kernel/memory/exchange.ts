import { memoryBase } from './kernelMemory';

/** An exchanged number, by its index in kernelLayout.ts. */
export function exchanged(index: i32): f64 {
  return load<f64>(memoryBase + (<usize>index << 3));
}

export function setExchanged(index: i32, value: f64): void {
  store<f64>(memoryBase + (<usize>index << 3), value);
}
