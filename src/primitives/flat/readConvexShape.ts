import { checkFinite, isObject } from '../check';
import type { Aabb } from '../shapes/aabb';
import type { Capsule } from '../shapes/capsule';
import { kindOfShape, type Shape } from '../shapes/shape';
import type { Sphere } from '../shapes/sphere';
import { readTriangle, type Triangle } from '../shapes/triangle';
import { checkComponents, checkIsVec3, type Coordinates, isFinite3, readVec3, type Vec3 } from '../shapes/vec3';
import { AABB_STRIDE, OBB_STRIDE } from './boxLayout';
import { readBox } from './boxRecord';
import type { ConvexShape } from './convexShape';

/** Reads any shape. Reads all of it before anything is written, and throws, naming the argument, unless it is valid. */
export function readConvexShape(name: string, shape: Shape, out: ConvexShape): void {
  const kind = kindOfShape(name, shape);
  if (kind === 'box') readRoundedBox(name, shape as Aabb, out);
  else if (kind === 'triangle') {
    readTriangle(name, shape as Triangle, out.vertices);
    out.setTriangle(out.vertices);
  } else if (kind === 'capsule') readCapsule(name, shape as Capsule, out);
  else if (kind === 'sphere') readSphere(name, shape as Sphere, out);
  else {
    const { x, y, z } = readVec3(name, shape as Vec3);
    out.setPoint(x, y, z, 0);
  }
}

// The texts of errors are made only for an invalid shape, because a text for each part takes as long as a query of few boxes.

function readSphere(name: string, { center, radius }: Sphere, out: ConvexShape): void {
  if (!isObject(center)) checkIsVec3(`${name}.center`, center);
  const { x, y, z } = center;
  if (!isFinite3(x, y, z)) checkComponents(`${name}.center`, center, x, y, z);
  checkRadius(name, radius);
  out.setPoint(x, y, z, radius);
}

function readCapsule(name: string, { a, b, radius }: Capsule, out: ConvexShape): void {
  if (!isObject(a)) checkIsVec3(`${name}.a`, a);
  if (!isObject(b)) checkIsVec3(`${name}.b`, b);
  const { x: aX, y: aY, z: aZ } = a;
  const { x: bX, y: bY, z: bZ } = b;
  if (!(isFinite3(aX, aY, aZ) && isFinite3(bX, bY, bZ))) {
    checkComponents(`${name}.a`, a, aX, aY, aZ);
    checkComponents(`${name}.b`, b, bX, bY, bZ);
  }
  checkRadius(name, radius);
  out.setSegment(aX, aY, aZ, bX, bY, bZ, radius);
}

function readRoundedBox(name: string, box: Aabb & { readonly radius?: number }, out: ConvexShape): void {
  const radius = 'radius' in box ? box.radius : 0;
  checkRadius(name, radius);
  const isOriented = readBox(name, box, out.record);
  out.setBox(isOriented);
  out.radius = radius;
  if (radius > 0) setSimpler(out);
}

/** Sets a rounded box that is a point to a sphere, and a rounded box that is a line to a capsule, so that their answers are the same. */
function setSimpler(box: ConvexShape): void {
  const { spans, vertices: v } = box;
  let end = 0;
  for (let k = 0; k < 3; k++) {
    if (spans[3 * k] === 0 && spans[3 * k + 1] === 0 && spans[3 * k + 2] === 0) continue;
    if (end > 0) return;
    end = 3 << k;
  }
  box.setSegment(v[0], v[1], v[2], v[end], v[end + 1], v[end + 2], box.radius);
}

/** Sets a shape to the box whose record begins at `at`: see boxLayout.ts. */
export function copyBox(boxes: Coordinates, at: number, isOriented: boolean, out: ConvexShape): void {
  for (let i = 0, end = isOriented ? OBB_STRIDE : AABB_STRIDE; i < end; i++) out.record[i] = boxes[at + i];
  out.setBox(isOriented);
}

function checkRadius(name: string, radius: number): void {
  if (Number.isFinite(radius) && radius >= 0) return;
  checkFinite(`${name}.radius`, radius);
  throw new RangeError(`${name}.radius must not be negative, got ${radius}`);
}
