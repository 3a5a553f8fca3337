import type { Aabb, BoxScene, Shape } from 'slabtree';
import { SIZES, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import type { FlatShape } from '../../primitives/query/flatShape';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import { beginQuery } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { isWithin } from '../rays/graphOrder';
import type { BoxSource } from '../sources/boxSource';
import { drawnMeshOf } from './drawnMesh';
import type { OverlapChoice, SceneOverlap } from './nearbyOptions';
import { isHidden, ROUNDING, sizeOf, type WorldElementVisitor, WorldElements } from './worldElements';

/** The triangles, segments or points of an object or instance that overlap a shape. */
type TouchedElements = Pick<SceneOverlap, 'faces' | 'indices'>;

/**
 * Finds the objects and instances that overlap a shape. Boxes are the candidates. The core finds the triangles of the mesh of a
 * linked box. For all other objects, three.js places the triangles, segments or points in the world, one by one. `overlaps` decides.
 */
export class OverlapSearch {
  readonly #internals: SceneInternals;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;
  readonly #shape: FlatShape;
  /** The bounds of the shape, widened for rounding. */
  readonly #bounds: Aabb;

  constructor(shape: Shape, scene: BoxScene, objects: ObjectsById, meshes: GeometryMeshes) {
    this.#internals = scene[INTERNALS];
    this.#objects = objects;
    this.#meshes = meshes;
    this.#shape = this.#internals.readShape('shape', shape);
    this.#bounds = boundsOf(this.#shape, scene);
  }

  find({ isPrecise, filter, within, mask }: OverlapChoice): SceneOverlap[] {
    beginQuery();
    const internals = this.#internals;
    const around = isPrecise ? internals.readShape('bounds', this.#bounds) : this.#shape;
    const candidates = internals.shapes.overlapOf(around, { mask, boxesOnly: true });
    let boxes = isPrecise ? null : candidates;
    const found: SceneOverlap[] = [];
    for (const id of candidates.toArray()) {
      const source = this.#objects.sourceOf(id);
      const instance = this.#objects.instanceOf(id);
      const { object, instanceName } = source;
      if (isHidden(source, instance) || (within !== null && !isWithin(object, within))) continue;
      const touched = isPrecise ? this.#elementsIn(source, instance, id) : null;
      if (touched === null) {
        boxes ??= internals.shapes.overlapOf(this.#shape, { mask, boxesOnly: true });
        if (!boxes.has(id)) continue;
      } else if (touched.faces.length + touched.indices.length === 0) continue;
      if (filter?.(object, instanceName === null ? undefined : instance) === false) continue;
      found.push({ ...this.#objects.describe(id), ...(touched ?? { faces: [], indices: [] }) });
    }
    return found;
  }

  /** Returns what an object or instance draws that overlaps the shape. Null if only the box around it is known. */
  #elementsIn(source: BoxSource, instance: number, id: number): TouchedElements | null {
    const mesh = drawnMeshOf(source, instance, id, this.#meshes);
    if (mesh !== null) {
      const faces = this.#internals.overlapLinked(id, this.#shape).map((triangle) => mesh.faceIndex(triangle));
      return { faces: faces.sort(ascending), indices: [] };
    }
    const elements = WorldElements.of(source, instance, this.#meshes);
    if (elements === null) return null;
    const visitor = new OverlapVisitor(this.#internals, this.#shape, this.#bounds);
    elements.visit(visitor);
    const numbers = visitor.found.sort(ascending);
    return elements.areTriangles ? { faces: numbers, indices: [] } : { faces: [], indices: numbers };
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** Finds the triangles, segments or points of an object that overlap a shape. */
class OverlapVisitor implements WorldElementVisitor {
  readonly #internals: SceneInternals;
  readonly #shape: FlatShape;
  readonly #bounds: Aabb;
  /** The numbers of the triangles, segments or points that overlap the shape, in no particular order. */
  readonly found: number[] = [];

  constructor(internals: SceneInternals, shape: FlatShape, bounds: Aabb) {
    this.#internals = internals;
    this.#shape = shape;
    this.#bounds = bounds;
  }

  bounds([minX, minY, minZ, maxX, maxY, maxZ]: Float64Array): number {
    const { min, max } = this.#bounds;
    const isApart = minX > max.x || minY > max.y || minZ > max.z || maxX < min.x || maxY < min.y || maxZ < min.z;
    return isApart ? Infinity : 0;
  }

  visit(corners: Float64Array, element: number): number {
    if (this.#internals.overlapsTriangle(this.#shape, corners)) this.found.push(element);
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
