import { writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { type ConvexShape, TRIANGLE } from '../flat/convexShape';
import { FRAME_STRIDE } from '../flat/frameLayout';
import type { Numbers } from '../flat/numbers';
import { aabbOverlapsAabb, framesOverlap } from './separatingAxes';
import { triangleOverlapsFrame, trianglesOverlap } from './triangles/trianglesOverlap';

/** Tests whether two cores overlap that are boxes or triangles. The answers have the bits of `overlaps`. */
export class CoresOverlap {
  private readonly frameA: Numbers = new Float64Array(FRAME_STRIDE);
  private readonly frameB: Numbers = new Float64Array(FRAME_STRIDE);

  test(a: ConvexShape, b: ConvexShape): boolean {
    if (a.core === TRIANGLE && b.core === TRIANGLE) return trianglesOverlap(a.vertices, b.vertices);
    if (a.core === TRIANGLE) return triangleOverlapsFrame(a.vertices, writeFrame(b, this.frameB));
    if (b.core === TRIANGLE) return triangleOverlapsFrame(b.vertices, writeFrame(a, this.frameA));
    if (!a.isOriented && !b.isOriented) return aabbOverlapsAabb(a.record, 0, b.record, 0);
    return framesOverlap(writeFrame(a, this.frameA), writeFrame(b, this.frameB));
  }
}

/** Writes the frame of a box, and returns it. */
function writeFrame(box: ConvexShape, out: Numbers): Numbers {
  if (box.isOriented) writeObbFrame(box.record, 0, out);
  else writeAabbFrame(box.record, 0, out);
  return out;
}
