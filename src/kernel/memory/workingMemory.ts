/**
 * The address of the kernel's working memory: KERNEL_BYTES that only this kernel uses. They begin with the numbers that
 * it exchanges with JavaScript (see kernelLayout.ts). Each `memory.data` of the kernel comes after them, at an address
 * relative to memoryBase. Kernels of several threads that share one memory have a part of it each.
 */
// @ts-ignore: decorator
@external('env', 'memoryBase')
export declare const memoryBase: usize;

/** Returns an exchanged number, by its index in kernelLayout.ts. */
export function exchanged(index: i32): f64 {
  return load<f64>(memoryBase + (<usize>index << 3));
}

export function setExchanged(index: i32, value: f64): void {
  store<f64>(memoryBase + (<usize>index << 3), value);
}
