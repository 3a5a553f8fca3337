/**
 * Where the kernel's own memory begins, in bytes: what it exchanges with its host, by kernelLayout.ts, and behind that what it works
 * with. Kernels of several threads may share one memory, in which each has its own.
 */
// @ts-ignore: decorator
@external('env', 'own')
export declare const own: usize;
