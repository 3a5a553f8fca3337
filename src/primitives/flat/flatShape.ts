import type { Aabb } from '../shapes/aabb';
import { createFrame, writeAabbFrame, writeObbFrame } from './boxFrame';
import { OBB_STRIDE } from './boxLayout';
import { readBox } from './boxRecord';
import { checkFinite, isObject, show } from '../check';
import type { Obb } from '../shapes/obb';
import { AABB_SHAPE, OBB_SHAPE, SPHERE_SHAPE } from './frameLayout';
import type { Sphere } from '../shapes/sphere';
import { readVec3 } from '../shapes/vec3';

/** The numbers of a box or a sphere in flat arrays, the form in which shapes are tested. */
export class FlatShape {
  kind = AABB_SHAPE;
  /** The record of a box (see boxLayout.ts), or the centre x y z and radius of a sphere. */
  readonly record = new Float64Array(OBB_STRIDE);
  /** The frame of a box (see frameLayout.ts). Not used for a sphere. */
  readonly frame = createFrame();
}

/** Reads a box or a sphere. Throws for any other shape. */
export function readShape(name: string, shape: Aabb | Obb | Sphere, out: FlatShape): void {
  const isRounded = isObject(shape) && 'min' in shape && 'radius' in shape;
  if (!isObject(shape) || isRounded || !('min' in shape || 'radius' in shape) || 'a' in shape) {
    const got = isRounded ? 'a rounded box' : show(shape);
    throw new TypeError(`${name} must be a box { min, max } or a sphere { center, radius }, got ${got}`);
  }
  const { record, frame } = out;
  if ('radius' in shape) {
    readSphere(name, shape, record);
    out.kind = SPHERE_SHAPE;
  } else if (readBox(name, shape, record)) {
    writeObbFrame(record, 0, frame);
    out.kind = OBB_SHAPE;
  } else {
    writeAabbFrame(record, 0, frame);
    out.kind = AABB_SHAPE;
  }
}

function readSphere(name: string, { center, radius }: Sphere, out: Float64Array): void {
  const { x, y, z } = readVec3(`${name}.center`, center);
  checkFinite(`${name}.radius`, radius);
  if (radius < 0) throw new RangeError(`${name}.radius must not be negative, got ${radius}`);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = radius;
}
