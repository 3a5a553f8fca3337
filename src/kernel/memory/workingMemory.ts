
/**
 * Where the kernel's own memory begins, in bytes. First come the numbers exchanged with the host (see kernelLayout.ts),
 * then the kernel's working memory. If kernels of several threads share one memory, each has its own part of it.
 */
// @ts-ignore: decorator
@external('env', 'memoryBase')
export declare const memoryBase: usize;

/** An exchanged number, by its index in kernelLayout.ts. */
export function exchanged(index: i32): f64 {
  return load<f64>(memoryBase + (<usize>index << 3));
}

export function setExchanged(index: i32, value: f64): void {
  store<f64>(memoryBase + (<usize>index << 3), value);
}
