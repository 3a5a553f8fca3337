/**
 * The address of the kernel's working memory: KERNEL_BYTES bytes that only this kernel uses. The working memory begins
 * with the numbers that the kernel exchanges with JavaScript (see kernelLayout.ts). Each `memory.data` of the kernel
 * follows these numbers, at an address relative to memoryBase. The kernels of several threads share one memory, and
 * each kernel has its own working memory in it.
 */
// @ts-ignore: decorator
@external('env', 'memoryBase')
export declare const memoryBase: usize;

/** Returns a number that the kernel exchanges with JavaScript, by its index in kernelLayout.ts. */
export function exchanged(index: i32): f64 {
  return load<f64>(memoryBase + (<usize>index << 3));
}

export function setExchanged(index: i32, value: f64): void {
  store<f64>(memoryBase + (<usize>index << 3), value);
}
