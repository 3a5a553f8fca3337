import type { Aabb } from './aabb';
import { createFrame, writeAabbFrame, writeObbFrame } from './boxFrame';
import { OBB_STRIDE } from './boxLayout';
import { readBounds, readMatrix } from './boxRecord';
import { checkSphere, isObject, show } from './check';
import { isObb, type Obb } from './obb';
import { AABB_SHAPE, OBB_SHAPE, SPHERE_SHAPE } from './shapeKind';
import type { Sphere } from './sphere';

/** A shape as flat numbers. */
export class FlatShape {
  kind = AABB_SHAPE;
  /** A box as in boxLayout, or a sphere's centre x y z and radius. */
  readonly record = new Float64Array(OBB_STRIDE);
  /** Of a box. */
  readonly frame = createFrame();
}

/** Reads a shape; throws, under that name, unless it is well formed. */
export function readShape(name: string, shape: Aabb | Obb | Sphere, out: FlatShape): void {
  const { record, frame } = out;
  if (!isObject(shape)) {
    throw new TypeError(`${name} must be a box { min, max } or a sphere { center, radius }, got ${show(shape)}`);
  }
  if ('radius' in shape) {
    checkSphere(name, shape);
    const { center, radius } = shape;
    record[0] = center.x;
    record[1] = center.y;
    record[2] = center.z;
    record[3] = radius;
    out.kind = SPHERE_SHAPE;
    return;
  }
  readBounds(name, shape, record);
  if (isObb(shape)) {
    readMatrix(`${name}.matrix`, shape.matrix, record);
    writeObbFrame(record, 0, frame);
    out.kind = OBB_SHAPE;
  } else {
    writeAabbFrame(record, 0, frame);
    out.kind = AABB_SHAPE;
  }
}
