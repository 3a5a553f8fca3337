import { writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { type ConvexShape, TRIANGLE } from '../flat/convexShape';
import type { Numbers } from '../flat/numbers';
import { aabbOverlapsAabb, framesOverlap } from './separatingAxes';
import { triangleOverlapsFrame, trianglesOverlap } from './triangles/trianglesOverlap';

/** Returns whether two cores overlap that are boxes or triangles, with the bits of `overlaps`. */
export function coresOverlap(a: ConvexShape, b: ConvexShape): boolean {
  if (a.core === TRIANGLE) {
    if (b.core === TRIANGLE) return trianglesOverlap(a.vertices, b.vertices);
    return triangleOverlapsFrame(a.vertices, frameOf(b));
  }
  if (b.core === TRIANGLE) return triangleOverlapsFrame(b.vertices, frameOf(a));
  if (!a.isOriented && !b.isOriented) return aabbOverlapsAabb(a.record, 0, b.record, 0);
  return framesOverlap(frameOf(a), frameOf(b));
}

/** Returns the frame of a box, which it keeps in the shape. */
function frameOf(box: ConvexShape): Numbers {
  if (box.isOriented) writeObbFrame(box.record, 0, box.frame);
  else writeAabbFrame(box.record, 0, box.frame);
  return box.frame;
}
