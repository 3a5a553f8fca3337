/**
 * Which triangles of a range a build puts in bins to find the best split: see bvh/build/sahSplit.ts. Rays are about as
 * fast in these trees as if all triangles were in the bins of all axes, and the trees are built in three quarters of the
 * time. Over boxes, trees get worse, so all boxes are in the bins of all axes.
 */

/** A range of at most this many triangles has bins on one axis only, if the triangles overlap little on that axis. */
export const ONE_AXIS_TRIANGLES = 64;

/** Of a range of more triangles than this, only every third is in a bin: a sample finds a split that is about as good. */
export const EVERY_THIRD = 256;

/** Of a range of more triangles than this, only every seventh is in a bin. Triangles often come in pairs: 3 and 7 are odd. */
export const EVERY_SEVENTH = 1024;
