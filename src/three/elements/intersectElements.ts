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
import { GRACE } from '../grace';
import { inheriting } from '../inheriting';
import { speedOf } from '../math/speedOf';
import { extentOf } from '../meshes/extentOf';
import { type ElementKind, elementKindOf, type Elements } from './elements';
import { elementsOf } from './elementTree';

/** An object of points or lines. */
export interface ElementObject extends Object3D {
  readonly geometry: BufferGeometry;
}

type Raycast = (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => void;

interface Raycasting {
  readonly raycast: Raycast;
}

/** A hit, and the number of the element that is hit. */
interface ElementHit {
  readonly element: number;
  readonly hit: Intersection;
}

/** If more than one in this many elements may be hit, three.js's own loop over all is faster. */
const SHARE = 4;

/**
 * How much farther from an element three.js may hit it, relative to the numbers that it computes with: those of the origin of
 * the ray and of the element, in the space of the object.
 *
 * - The distance of a point is that of the nearest place on the ray, each exact but for some 2^-50 of the numbers. The box
 *   around the point is in float32.
 * - The squared distance of a segment is a sum of products with places on the ray and the segment. If these are almost
 *   parallel, rounding may move the place on the ray by some ten times the numbers, but never nearer than the nearest. The
 *   products are then up to 150 times the square of the numbers, each exact to 2^-52, so the root is exact to 2^-20.
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

/** How far from an element a ray hits it, in the space of the object, as three.js computes it: by the object's own scale. */
export function localThreshold({ scale: { x, y, z } }: Object3D, threshold: number): number {
  return Math.abs(threshold / ((x + y + z) / 3));
}

/** How an object draws its vertices. Null if its hits are not found by the raycast of Points or Line. */
export function pickedKindOf(object: Object3D, { raycast }: { readonly raycast?: unknown }): ElementKind | null {
  const kind = elementKindOf(object);
  return raycast === (kind === 'points' ? raycastPoints : raycastLine) ? kind : null;
}

/**
 * Finds what the raycast of Points or Line would find, in the same order.
 *
 * @param accepts whether a hit counts. With it, only the closest hit that counts is needed, and the first of equal ones.
 * @returns whether it has. It leaves few elements, and what cannot be in a tree, to three.js's own loop.
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
  // three.js would compute it on the placeholder, for every element.
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();

  const { params, near, far } = raycaster;
  const threshold = localThreshold(object, (kind === 'points' ? params.Points : params.Line).threshold);
  const ray = raycaster.ray.clone().applyMatrix4(inverse.copy(matrixWorld).invert());
  const numbers = ray.origin.length() + extentOf(tree.mesh);
  const reach = threshold + (kind === 'points' ? POINT_ROUNDING : SEGMENT_ROUNDING) * numbers;
  // World units per local unit along the ray.
  const length = speedOf(ray, matrixWorld);
  if (!(reach < Infinity && length > 0 && length < Infinity && far >= near)) return false;
  const size = numbers + raycaster.ray.origin.length() / length;
  const graceAt = (t: number): number => GRACE * (size + Math.abs(t));
  const tMin = near / length - graceAt(near / length);
  const tMax = far / length + graceAt(far / length);

  const found: ElementHit[] = [];
  const askOne = askEach(object, elements);
  let limit = tMax;
  let first = tMin;
  let last = tMax;
  /** Leaves the part of the ray that is between two planes across an axis, or near them. */
  const cut = (low: number, high: number, from: number, step: number): void => {
    const a = (low - reach - from) / step;
    const b = (high + reach - from) / step;
    // On a plane that the ray is parallel to, they are NaN.
    if (Math.min(a, b) > first) first = Math.min(a, b);
    if (Math.max(a, b) < last) last = Math.max(a, b);
  };
  const { origin, direction } = ray;
  const met: number[] = [];
  const ask = (element: number): void => {
    for (const hit of askOne(element, raycaster)) {
      found.push({ element, hit });
      const t = hit.distance / length;
      if (t < limit && accepts?.(hit) === true) limit = Math.min(limit, t + graceAt(t));
    }
  };
  tree.scene.visitTriangles(tree.mesh, {
    bounds: (minX, minY, minZ, maxX, maxY, maxZ) => {
      first = tMin;
      last = limit;
      cut(minX, maxX, origin.x, direction.x);
      cut(minY, maxY, origin.y, direction.y);
      cut(minZ, maxZ, origin.z, direction.z);
      return first <= last ? first : Infinity;
    },
    triangle: (element) => {
      if (!isNear(elements, element, ray, threshold * threshold)) return limit;
      if (accepts === undefined) met.push(element);
      else ask(element);
      return limit;
    },
  });
  if (met.length * SHARE > elements.count) return false;
  met.forEach(ask);
  found.sort((a, b) => a.element - b.element);
  for (const { hit } of found) hits.push(hit);
  return true;
}

/** Whether three.js may hit an element: it compares the same distance. */
function isNear(elements: Elements, element: number, ray: Ray, thresholdSq: number): boolean {
  const { position } = elements.geometry.attributes;
  start.fromBufferAttribute(position, elements.vertexOf(element, 0));
  if (elements.size === 1) return ray.distanceSqToPoint(start) < thresholdSq;
  return (
    ray.distanceSqToSegment(start, end.fromBufferAttribute(position, elements.vertexOf(element, 1))) <= thresholdSq
  );
}

/** Asks three.js itself how the elements of an object are hit: a placeholder for the object draws only one of them. */
function askEach(object: ElementObject, elements: Elements): (element: number, raycaster: Raycaster) => Intersection[] {
  const { size } = elements;
  const drawRange = { start: 0, count: size };
  let asked = 0;
  const index = { count: 0, getX: (place: number) => elements.vertexOf(asked, place - drawRange.start) };
  const geometry = inheriting(object.geometry, { index, drawRange });
  const standIn = inheriting(object, { geometry, isLineSegments: true, isLineLoop: false });
  const raycast = size === 1 ? raycastPoints : raycastLine;
  return (element, raycaster) => {
    asked = element;
    drawRange.start = elements.placeOf(element);
    index.count = drawRange.start + size;
    const hits: Intersection[] = [];
    raycast.call(standIn, raycaster, hits);
    for (const hit of hits) hit.object = object;
    return hits;
  };
}
