/** What the kernel's host gives it. Editors know no decorators of functions, hence the marks. */

/**
 * Where the kernel's own memory begins, in bytes: what it exchanges with its host, by kernelLayout.ts, and behind that what it
 * works with. Kernels of several threads may share one memory, in which each has its own.
 */
// @ts-ignore: decorator
@external('env', 'memoryBase')
export declare const memoryBase: usize;

/** Told how many boxes a build has sorted. */
// @ts-ignore: decorator
@external('env', 'progress')
export declare function progress(boxes: i32): void;
