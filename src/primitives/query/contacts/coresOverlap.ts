import { writeAabbFrame, writeObbFrame } from '../../flat/boxFrame';
import { type ConvexShape, TRIANGLE } from '../../flat/convexShape';
import { FRAME_STRIDE } from '../../flat/frameLayout';
import type { Numbers } from '../../flat/numbers';
import { aabbOverlapsAabb, FrameOffset, framesOverlap } from '../separatingAxes';
import { TriangleAxes } from '../triangles/triangleAxes';
import { TrianglesOverlap } from '../triangles/trianglesOverlap';

/** Tests whether two cores overlap that are boxes or triangles. The answers have the bits of `overlaps`. */
export class CoresOverlap {
  private readonly frameA: Numbers = new Float64Array(FRAME_STRIDE);
  private readonly frameB: Numbers = new Float64Array(FRAME_STRIDE);
  /** Working space for two boxes, a triangle and a box, and two triangles. */
  readonly between: FrameOffset = new FrameOffset();
  readonly axes: TriangleAxes = new TriangleAxes();
  readonly triangles: TrianglesOverlap = new TrianglesOverlap();

  test(a: ConvexShape, b: ConvexShape): boolean {
    if (a.core === TRIANGLE && b.core === TRIANGLE) return this.triangles.test(a.vertices, b.vertices);
    if (a.core === TRIANGLE) return this.axes.triangleOverlapsFrame(a.vertices, writeFrame(b, this.frameB));
    if (b.core === TRIANGLE) return this.axes.triangleOverlapsFrame(b.vertices, writeFrame(a, this.frameA));
    if (!a.isOriented && !b.isOriented) return aabbOverlapsAabb(a.record, 0, b.record, 0);
    return framesOverlap(writeFrame(a, this.frameA), writeFrame(b, this.frameB), this.between);
  }
}

/** Writes the frame of a box, and returns it. */
function writeFrame(box: ConvexShape, out: Numbers): Numbers {
  if (box.isOriented) writeObbFrame(box.record, 0, out);
  else writeAabbFrame(box.record, 0, out);
  return out;
}
