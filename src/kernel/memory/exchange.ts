import { own } from './ownMemory';

/** A number that is exchanged with the host, by its index in kernelLayout.ts. */
// @ts-ignore: decorator
@inline
export function exchanged(index: i32): f64 {
  return load<f64>(own + (<usize>index << 3));
}

export function setExchanged(index: i32, value: f64): void {
  store<f64>(own + (<usize>index << 3), value);
}
