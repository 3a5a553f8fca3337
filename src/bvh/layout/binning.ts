/**
 * Which triangles of a range a build puts in bins, and on which axes, to find the best split: see bvh/build/sahSplit.ts.
 * Trees are built in two thirds of the time of a build with all triangles in the bins of all axes, and rays in them are
 * about as fast. Over boxes, trees get worse by it, so all boxes are in the bins of all axes.
 */

/** A range of at most this many triangles has bins on one axis only, if its triangles overlap little there. */
export const ONE_AXIS_TRIANGLES = 24;

/**
 * Of a range of more triangles than these, only every third or every seventh is in a bin: a sample finds a split that is
 * about as good. Triangles often come in pairs, so the steps are odd. A mesh that repeats itself every seven triangles
 * gets a worse tree: nodes that cost a third more, if it is seven meshes in one.
 */
export const THIRD_ABOVE = 256;
export const SEVENTH_ABOVE = 1024;

/** A range is sampled only if it is this many times as long as its largest triangle. A sample may miss a few large ones. */
export const SAMPLED_LENGTHS = 4;
