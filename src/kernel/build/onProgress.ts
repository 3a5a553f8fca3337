/** Tells the host how many boxes a build has sorted: see bvh/build/onProgress.ts. */
// @ts-ignore: decorator
@external('env', 'progress')
export declare function onProgress(boxes: i32): void;
