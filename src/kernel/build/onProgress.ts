/** Tells the host how many boxes have their place in the tree: see OnProgress in bvh/build/treeBuild.ts. */
// @ts-ignore: decorator
@external('env', 'progress')
export declare function onProgress(boxes: i32): void;
