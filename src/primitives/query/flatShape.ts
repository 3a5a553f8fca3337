import { createFrame, writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { OBB_STRIDE } from '../flat/boxLayout';
import { readBox } from '../flat/boxRecord';
import type { ConvexShape } from '../flat/convexShape';
import { AABB_SHAPE, CONVEX_SHAPE, OBB_SHAPE, SIZES, SPHERE_SHAPE } from '../flat/frameLayout';
import { readConvexShape } from '../flat/readConvexShape';
import type { Aabb } from '../shapes/aabb';
import { kindOfShape, type Shape } from '../shapes/shape';
import { ShapePair } from './shapePair';

/** The numbers of a shape in flat arrays, the form in which shapes are tested, and the working space of these tests. */
export class FlatShape {
  kind = AABB_SHAPE;
  /** The record of a box (see boxLayout.ts), or the centre x y z and radius of a sphere. Not used for other shapes. */
  readonly record = new Float64Array(OBB_STRIDE);
  /** The frame of a box (see frameLayout.ts). Of another convex shape, its bounds and sizes only. Not used for a sphere. */
  readonly frame = createFrame();
  /** A shape of kind CONVEX_SHAPE or a sphere is `pair.a`. `pair.b` is what it is tested with. */
  readonly pair = new ShapePair();
  /** The frame of a box that the shape is tested with, and the point of the box or triangle that is closest to a sphere. */
  readonly otherFrame = createFrame();
  readonly closest = new Float64Array(3);
}

/** The bounds of a convex shape are widened by this share of its numbers, which is far more than rounding. */
const ROUNDING = 2 ** -40;

/** Reads any shape. Throws, naming the argument, unless it is valid. */
export function readShape(name: string, shape: Shape, out: FlatShape): void {
  const kind = kindOfShape(name, shape);
  const { record, frame } = out;
  const convex = out.pair.a;
  if (kind === 'box' && !('radius' in shape)) {
    const isOriented = readBox(name, shape as Aabb, record);
    if (isOriented) writeObbFrame(record, 0, frame);
    else writeAabbFrame(record, 0, frame);
    out.kind = isOriented ? OBB_SHAPE : AABB_SHAPE;
    return;
  }
  readConvexShape(name, shape, convex);
  if (kind === 'sphere') {
    const { bounds, radius } = convex;
    record[0] = bounds[0];
    record[1] = bounds[1];
    record[2] = bounds[2];
    record[3] = radius;
    out.kind = SPHERE_SHAPE;
  } else {
    writeBounds(convex, frame);
    out.kind = CONVEX_SHAPE;
  }
}

function writeBounds({ bounds, radius, size }: ConvexShape, frame: Float64Array): void {
  const reach = radius + ROUNDING * size;
  for (let k = 0; k < 3; k++) {
    frame[k] = bounds[k] - reach;
    frame[k + 3] = bounds[k + 3] + reach;
    frame[SIZES + k] = size;
  }
}
