/**
 * Where the kernel's own memory begins, in bytes. First come the numbers exchanged with the host (see kernelLayout.ts),
 * then the kernel's working memory. If kernels of several threads share one memory, each has its own part of it.
 */
// @ts-ignore: decorator
@external('env', 'memoryBase')
export declare const memoryBase: usize;
