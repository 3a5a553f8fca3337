import {
  type BufferGeometry,
  type Intersection,
  Line,
  Matrix4,
  type Object3D,
  Points,
  type Ray,
  type Raycaster,
  Vector3,
} from 'three';
import { HIT_TOLERANCE, speedOf } from '../math';
import { type ElementKind, elementKindOf, type Elements } from './elements';
import { elementsOf } from './elementTree';

/** A three.js object that draws points or lines. */
export interface ElementObject extends Object3D {
  readonly geometry: BufferGeometry;
}

type Raycast = (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => void;

interface Raycasting {
  readonly raycast: Raycast;
}

/** An intersection with an object of points or lines, and the number of the hit point or segment. */
interface ElementHit {
  readonly element: number;
  readonly hit: Intersection;
}

/** If a ray may hit more than this share of an object's points or segments, three.js's own loop over all of them is faster. */
const MOST_CANDIDATES = 1 / 4;

/**
 * How far beyond the threshold three.js may hit an element because of rounding, relative to the size of the coordinates that it
 * computes with: the coordinates of the ray's origin and of the element, in the object's space.
 *
 * - Points: three.js computes the distance to the nearest place on the ray. Both are exact to about 2^-50 of the size. The box
 *   around the point is in float32.
 * - Segments: the squared distance is a sum of products of coordinates on the ray and the segment. If ray and segment are almost
 *   parallel, rounding may move the place on the ray by about ten times the size, but only away from the segment. The products
 *   are then up to 150 times the squared size, each exact to 2^-52. So the root is exact to 2^-20.
 */
const POINT_ROUNDING = 2 ** -22;
const SEGMENT_ROUNDING = 2 ** -20;

const raycastPoints = /* @__PURE__ */ raycastOf(Points);
const raycastLine = /* @__PURE__ */ raycastOf(Line);

const inverse = /* @__PURE__ */ new Matrix4();
const start = /* @__PURE__ */ new Vector3();
const end = /* @__PURE__ */ new Vector3();

function raycastOf({ prototype }: { readonly prototype: object }): Raycast {
  return (prototype as Raycasting).raycast;
}

/** Converts a Raycaster's threshold to an object's own space, as three.js does: by its own scale, without its parents' scale. */
export function localThreshold({ scale: { x, y, z } }: Object3D, threshold: number): number {
  return Math.abs(threshold / ((x + y + z) / 3));
}

/** Returns how an object draws its vertices. Returns null unless the raycast is three.js's own, of Points or Line. */
export function pickedKindOf(object: Object3D, { raycast }: { readonly raycast?: unknown }): ElementKind | null {
  const kind = elementKindOf(object);
  return raycast === (kind === 'points' ? raycastPoints : raycastLine) ? kind : null;
}

/**
 * Adds the hits that three.js's raycast of Points or Line would add, in the same order.
 *
 * @param accepts whether a hit counts. If it is given, only the closest accepted hit is guaranteed: the first of equally close
 * hits.
 * @returns false, without hits, if three.js's own loop must run: for few points or segments, or if there is no tree over them.
 */
export function intersectElements(
  object: ElementObject,
  kind: ElementKind,
  raycaster: Raycaster,
  hits: Intersection[],
  accepts?: (hit: Intersection) => boolean,
): boolean {
  const { geometry, matrixWorld } = object;
  if (!('position' in geometry.attributes)) return false;
  const { elements, tree } = elementsOf(geometry, kind);
  if (!tree) return false;
  // Without a bounding sphere, three.js would compute one for each element, on the derived geometry of `raycastOne`.
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();

  const { params, near, far } = raycaster;
  const threshold = localThreshold(object, (kind === 'points' ? params.Points : params.Line).threshold);
  const ray = raycaster.ray.clone().applyMatrix4(inverse.copy(matrixWorld).invert());
  const coordinates = ray.origin.length() + tree.extent;
  const reach = threshold + (kind === 'points' ? POINT_ROUNDING : SEGMENT_ROUNDING) * coordinates;
  // How many world units the ray, in the object's space, covers per unit of its parameter t.
  const length = speedOf(ray, matrixWorld);
  if (!(reach < Infinity && length > 0 && length < Infinity && far >= near)) return false;
  const size = coordinates + raycaster.ray.origin.length() / length;
  const toleranceAt = (t: number): number => HIT_TOLERANCE * (size + Math.abs(t));
  const tMin = near / length - toleranceAt(near / length);
  const tMax = far / length + toleranceAt(far / length);

  const found: ElementHit[] = [];
  const raycastOne = raycastOfOne(object, elements);
  let limit = tMax;
  let first = tMin;
  let last = tMax;
  /** Clips the ray's range [first, last] to the slab between `low` and `high` across an axis, which is widened by `reach`. */
  const clip = (low: number, high: number, from: number, step: number): void => {
    const a = (low - reach - from) / step;
    const b = (high + reach - from) / step;
    // If the ray lies in a plane of the slab, the quotient `a` or `b` is NaN. Then both comparisons are false, and nothing is
    // clipped.
    if (Math.min(a, b) > first) first = Math.min(a, b);
    if (Math.max(a, b) < last) last = Math.max(a, b);
  };
  const { origin, direction } = ray;
  const candidates: number[] = [];
  const test = (element: number): void => {
    for (const hit of raycastOne(element, raycaster)) {
      found.push({ element, hit });
      const t = hit.distance / length;
      if (t < limit && accepts?.(hit) === true) limit = Math.min(limit, t + toleranceAt(t));
    }
  };
  tree.visitTriangles({
    bounds: (minX, minY, minZ, maxX, maxY, maxZ) => {
      first = tMin;
      last = limit;
      clip(minX, maxX, origin.x, direction.x);
      clip(minY, maxY, origin.y, direction.y);
      clip(minZ, maxZ, origin.z, direction.z);
      return first <= last ? first : Infinity;
    },
    triangle: (element) => {
      if (!isNear(elements, element, ray, threshold * threshold)) return limit;
      if (accepts === undefined) candidates.push(element);
      else test(element);
      return limit;
    },
  });
  if (candidates.length > elements.count * MOST_CANDIDATES) return false;
  candidates.forEach(test);
  found.sort((a, b) => a.element - b.element);
  for (const { hit } of found) hits.push(hit);
  return true;
}

/** Whether three.js may hit a point or segment: whether its distance from the ray is below the threshold. */
function isNear(elements: Elements, element: number, ray: Ray, thresholdSq: number): boolean {
  const { position } = elements.geometry.attributes;
  start.fromBufferAttribute(position, elements.vertexOf(element, 0));
  if (elements.size === 1) return ray.distanceSqToPoint(start) < thresholdSq;
  return (
    ray.distanceSqToSegment(start, end.fromBufferAttribute(position, elements.vertexOf(element, 1))) <= thresholdSq
  );
}

/**
 * Returns a function that calls three.js's own raycast for one point or segment. The raycast is called on an object that inherits
 * from `object`, but draws only that element.
 */
function raycastOfOne(
  object: ElementObject,
  elements: Elements,
): (element: number, raycaster: Raycaster) => Intersection[] {
  const { size } = elements;
  const drawRange = { start: 0, count: size };
  let current = 0;
  const index = { count: 0, getX: (place: number) => elements.vertexOf(current, place - drawRange.start) };
  const geometry = withFields(object.geometry, { index, drawRange });
  const single = withFields(object, { geometry, isLineSegments: true, isLineLoop: false });
  const raycast = size === 1 ? raycastPoints : raycastLine;
  return (element, raycaster) => {
    current = element;
    drawRange.start = elements.placeOf(element);
    index.count = drawRange.start + size;
    const hits: Intersection[] = [];
    raycast.call(single, raycaster, hits);
    for (const hit of hits) hit.object = object;
    return hits;
  };
}

/** Returns an object that inherits all properties from `object`, except for the given `fields`. */
export function withFields<Kind extends object>(object: Kind, fields: object): Kind {
  return Object.create(object, Object.getOwnPropertyDescriptors(fields)) as Kind;
}
