import type { Aabb, BoxScene, Obb, Sphere } from 'slabtree';
import { SIZES, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import type { FlatShape } from '../../primitives/flat/flatShape';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { isWithin } from '../rays/graphOrder';
import type { OverlapChoice, SceneOverlap } from './nearbyOptions';
import { isHidden, ROUNDING, sizeOf, WorldElements, type WorldElementVisitor } from './worldElements';

/**
 * Returns the objects and instances that overlap a shape. Boxes are the candidates: three.js's arithmetic places the triangles,
 * segments or points in each, and `overlaps` of the core decides.
 */
export function overlapping(
  shape: Aabb | Obb | Sphere,
  choice: OverlapChoice,
  scene: BoxScene,
  objects: ObjectsById,
  meshes: GeometryMeshes,
): SceneOverlap[] {
  const { isPrecise, filter, within, mask } = choice;
  const internals = scene[INTERNALS];
  const flat = internals.readShape('shape', shape);
  const boxes = internals.overlap(flat, true, mask);
  const bounds = boundsOf(flat, scene);
  const visitor = new OverlapVisitor(internals, flat, bounds);
  const candidates = isPrecise ? internals.overlap(internals.readShape('bounds', bounds), true, mask) : boxes;
  const found: SceneOverlap[] = [];
  for (const id of candidates.toArray()) {
    const source = objects.sourceOf(id);
    const instance = objects.instanceOf(id);
    const { object, instanceName } = source;
    if (isHidden(source, instance) || (within !== null && !isWithin(object, within))) continue;
    const elements = isPrecise ? WorldElements.of(source, instance, meshes) : null;
    const numbers = elements === null ? [] : visitor.numbersIn(elements);
    if (elements === null ? !boxes.has(id) : numbers.length === 0) continue;
    if (filter?.(object, instanceName === null ? undefined : instance) === false) continue;
    const areFaces = elements?.areTriangles === true;
    found.push({ ...objects.describe(id), faces: areFaces ? numbers : [], indices: areFaces ? [] : numbers });
  }
  return found;
}

/** Finds the triangles, segments or points of an object that overlap a shape. */
class OverlapVisitor implements WorldElementVisitor {
  readonly #internals: SceneInternals;
  readonly #shape: FlatShape;
  readonly #bounds: Aabb;
  #numbers: number[] = [];

  constructor(internals: SceneInternals, shape: FlatShape, bounds: Aabb) {
    this.#internals = internals;
    this.#shape = shape;
    this.#bounds = bounds;
  }

  /** Returns the numbers of the triangles, segments or points that overlap the shape, in order. */
  numbersIn(elements: WorldElements): number[] {
    this.#numbers = [];
    elements.visit(this);
    return this.#numbers.sort((a, b) => a - b);
  }

  bounds([minX, minY, minZ, maxX, maxY, maxZ]: Float64Array): number {
    const { min, max } = this.#bounds;
    const isApart = minX > max.x || minY > max.y || minZ > max.z || maxX < min.x || maxY < min.y || maxZ < min.z;
    return isApart ? Infinity : 0;
  }

  visit(corners: Float64Array, element: number): number {
    if (this.#internals.overlapsTriangle(this.#shape, corners)) this.#numbers.push(element);
    return Infinity;
  }
}

/** Returns the bounds of a shape, widened for all rounding that the sizes of its own numbers and of the scene cause. */
function boundsOf({ kind, record, frame }: FlatShape, scene: BoxScene): Aabb {
  const isSphere = kind === SPHERE_SHAPE;
  const size = sizeOf(scene);
  const low: number[] = [];
  const high: number[] = [];
  for (let k = 0; k < 3; k++) {
    const reach = isSphere ? record[3] : 0;
    const min = (isSphere ? record[k] : frame[k]) - reach;
    const max = (isSphere ? record[k] : frame[3 + k]) + reach;
    const pad = ROUNDING * (Math.abs(min) + Math.abs(max) + (isSphere ? reach : frame[SIZES + k]) + size);
    low.push(Math.max(min - pad, -Number.MAX_VALUE));
    high.push(Math.min(max + pad, Number.MAX_VALUE));
  }
  return { min: { x: low[0], y: low[1], z: low[2] }, max: { x: high[0], y: high[1], z: high[2] } };
}
