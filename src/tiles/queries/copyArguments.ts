import type { Aabb, NearestOptions, Obb, Plane, Ray, RaycastOptions, Sphere, Vec3 } from 'slabtree';
import { readBoxesOnly, readMask } from '../../scene/arguments/boxSceneOptions';
import { readNearestOptions } from '../../scene/arguments/nearestOptions';
import { NO_OPTIONS, readRaycastOptions } from '../../scene/arguments/raycastOptions';
import { checkOptions, isObject, show } from '../../primitives/check';
import { FlatShape, readShape } from '../../primitives/flat/flatShape';
import { createRayBuffer, readRay } from '../../primitives/flat/rayBuffer';
import { elementsOf } from '../../primitives/shapes/matrix4';
import { readPlane } from '../../primitives/shapes/plane';
import { readVec3 } from '../../primitives/shapes/vec3';
import type { FlatObb } from '../absent/shapeBounds';

/** Rays are read into it and copied at once: no code of the user runs in between. */
const holder = /* @__PURE__ */ { ray: /* @__PURE__ */ createRayBuffer() };
/** A shape is read into it to check its copy, which is plain. */
const checkedShape = /* @__PURE__ */ new FlatShape();
const ALL = { tMin: 0, tMax: Infinity };

/** A checked copy of each argument: a query may wait for tiles, and its arguments may change meanwhile. */
export function copyRay(ray: Ray): Ray {
  readRay('ray', ray, holder);
  const { ray: numbers } = holder;
  return {
    origin: { x: numbers[0], y: numbers[1], z: numbers[2] },
    direction: { x: numbers[3], y: numbers[4], z: numbers[5] },
  };
}

export function copyRaycastOptions(options: RaycastOptions): RaycastOptions & { tMin: number; tMax: number } {
  if (options === NO_OPTIONS) return ALL;
  checkOptions('options', options);
  const { tMin = 0, tMax = Infinity, solid, mask, filter, refine, side, boxesOnly } = options;
  const copy: RaycastOptions & { tMin: number; tMax: number } = { tMin, tMax };
  if (solid !== undefined) copy.solid = solid;
  if (mask !== undefined) copy.mask = mask;
  if (filter !== undefined) copy.filter = filter;
  if (refine !== undefined) copy.refine = refine;
  if (side !== undefined) copy.side = side;
  if (boxesOnly !== undefined) copy.boxesOnly = boxesOnly;
  readRaycastOptions(copy);
  return copy;
}

export function copyPoint(point: Vec3): Vec3 {
  const { x, y, z } = readVec3('point', point);
  return { x, y, z };
}

export function copyNearestOptions(options: NearestOptions): NearestOptions & { count: number; maxDistance: number } {
  const { count, maxDistance, mask, filter, boxesOnly } = readNearestOptions(options);
  return {
    count,
    maxDistance,
    boxesOnly: boxesOnly === true,
    ...(mask !== undefined && { mask }),
    ...(filter !== undefined && { filter }),
  };
}

export function copySetOptions(options: { mask?: number; boxesOnly?: boolean }): { mask?: number; boxesOnly: boolean } {
  const { boxesOnly } = checked(options);
  const mask = readMask(options);
  return { boxesOnly: readBoxesOnly(boxesOnly), ...(mask !== undefined && { mask }) };
}

export function copyPlane(name: string, plane: Plane): Plane {
  const { normal, constant } = readPlane(name, plane);
  return { normal: { x: normal.x, y: normal.y, z: normal.z }, constant };
}

export function copyPlanes(planes: readonly Plane[]): Plane[] {
  const given: unknown = planes;
  if (!Array.isArray(given)) throw new TypeError(`planes must be an array of planes, got ${show(given)}`);
  const { length } = planes;
  return Array.from({ length }, (_, i) => copyPlane(`planes[${i}]`, planes[i]));
}

export function copyShape(shape: Aabb | Obb | Sphere): Aabb | FlatObb | Sphere {
  const copy = plainShape(shape);
  readShape('shape', copy, checkedShape);
  return copy;
}

/** Not checked. */
function plainShape(shape: Aabb | Obb | Sphere): Aabb | FlatObb | Sphere {
  if (!isObject(shape)) return shape;
  if ('radius' in shape) return { center: plain(shape.center), radius: shape.radius };
  const bounds = { min: plain(shape.min), max: plain(shape.max) };
  return 'matrix' in shape
    ? { ...bounds, matrix: Array.from({ length: 16 }, (_, i) => elementsOf('shape.matrix', shape.matrix)[i]) }
    : bounds;
}

function plain(point: Vec3): Vec3 {
  return isObject(point) ? { x: point.x, y: point.y, z: point.z } : point;
}

function checked<Options extends object>(options: Options): Options {
  checkOptions('options', options);
  return options;
}
