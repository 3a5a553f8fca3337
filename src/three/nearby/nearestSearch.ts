import type { BoxScene, Neighbor, Vec3 } from 'slabtree';
import { Vector3 } from 'three';
import { length, readVec3 } from '../../primitives/shapes/vec3';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { comesBefore, isWithin } from '../rays/graphOrder';
import type { BoxSource } from '../sources/boxSource';
import type { NearestChoice, SceneNeighbor } from './nearbyOptions';
import { isHidden, ROUNDING, sizeOf, WorldElements, type WorldElementVisitor } from './worldElements';

/** How many boxes the first round of a search tests. Each round has four times as many as the round before. */
const FIRST_ROUND = 8;
const GROWTH = 4;

/** An object or instance that a search has found, and what its order among others depends on. */
interface Found {
  readonly source: BoxSource;
  readonly instance: number;
  readonly neighbor: SceneNeighbor;
}

/** The place of an object or instance that is nearest to a point. */
type NearPlace = Omit<SceneNeighbor, 'object' | 'instanceId' | 'batchId'>;

/**
 * Finds the objects and instances nearest to a point. Boxes are the candidates, nearest first: three.js's arithmetic places the
 * triangles, segments or points in each, and `closestPointOnTriangle` of the core gives their distances.
 */
export class NearestSearch {
  readonly #point: Vec3;
  readonly #choice: NearestChoice;
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;
  /** What was found, nearest first. */
  readonly #found: Found[] = [];
  /** How far distances are off, besides a share of their own: the rounding of the coordinates. */
  readonly #slack: number;

  constructor(point: Vec3, choice: NearestChoice, scene: BoxScene, objects: ObjectsById, meshes: GeometryMeshes) {
    const { x, y, z } = readVec3('point', point);
    this.#point = { x, y, z };
    this.#choice = choice;
    this.#scene = scene;
    this.#objects = objects;
    this.#meshes = meshes;
    this.#slack = ROUNDING * (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) + sizeOf(scene));
  }

  find(): SceneNeighbor[] {
    let tested = 0;
    for (let count = FIRST_ROUND; ; count *= GROWTH) {
      const boxes = this.#boxes(count);
      for (; tested < boxes.length && boxes[tested].distance <= this.#reach; tested++) this.#test(boxes[tested]);
      // A box that is too far ends the search, and so does the last box.
      if (tested < boxes.length || boxes.length < count) break;
    }
    return this.#found.map(({ neighbor }) => neighbor);
  }

  /** Returns the nearest boxes, nearest first. */
  #boxes(count: number): Neighbor[] {
    const { within, mask } = this.#choice;
    const isInside = (id: number): boolean => isWithin(this.#objects.sourceOf(id).object, within);
    return this.#scene.nearest(this.#point, {
      count,
      maxDistance: this.#reach,
      ...(mask !== undefined && { mask }),
      ...(within !== null && { filter: isInside }),
    });
  }

  /** The distance beyond which nothing can be found any more. */
  get #limit(): number {
    const { count, maxDistance } = this.#choice;
    return this.#found.length < count ? maxDistance : this.#found[count - 1].neighbor.distance;
  }

  /** The distance beyond which no box can have anything within the limit, whatever the rounding. */
  get #reach(): number {
    return this.#limit * (1 + ROUNDING) + this.#slack;
  }

  #test(box: Neighbor): void {
    const source = this.#objects.sourceOf(box.id);
    const instance = this.#objects.instanceOf(box.id);
    if (isHidden(source, instance)) return;
    const { isPrecise, filter } = this.#choice;
    const elements = isPrecise ? WorldElements.of(source, instance, this.#meshes) : null;
    const place = elements === null ? placeOn(box) : this.#placeIn(elements);
    if (place === null || !(place.distance <= this.#limit)) return;
    const { object, instanceName } = source;
    if (filter?.(object, instanceName === null ? undefined : instance) === false) return;
    this.#add({ source, instance, neighbor: { ...this.#objects.describe(box.id), ...place } });
  }

  /** Returns the place on a triangle, segment or point of an object that is nearest to the point. Null beyond the limit. */
  #placeIn(elements: WorldElements): NearPlace | null {
    const nearest = new NearestElement(this.#scene[INTERNALS], this.#point, this.#limit);
    elements.visit(nearest);
    const { distance, element, point } = nearest;
    if (element < 0) return null;
    return elements.areTriangles ? { distance, point, faceIndex: element } : { distance, point, index: element };
  }

  #add(found: Found): void {
    const all = this.#found;
    let at = all.length;
    while (at > 0 && isNearer(found, all[at - 1])) at--;
    all.splice(at, 0, found);
    if (all.length > this.#choice.count) all.pop();
  }
}

/** Whether one object or instance is nearer than another. At equal distances, `Raycaster` tests it first. */
function isNearer(a: Found, b: Found): boolean {
  if (a.neighbor.distance !== b.neighbor.distance) return a.neighbor.distance < b.neighbor.distance;
  return a.source === b.source ? a.instance < b.instance : comesBefore(a.source.object, b.source.object);
}

function placeOn({ distance, point: { x, y, z } }: Neighbor): NearPlace {
  return { distance, point: new Vector3(x, y, z) };
}

/** Finds the triangle, segment or point that is nearest to a point: of several, the one with the smallest number. */
class NearestElement implements WorldElementVisitor {
  /** The distance of the nearest element so far. */
  distance: number;
  /** The number of the nearest element so far, or -1. */
  element = -1;
  readonly point = new Vector3();
  readonly #internals: SceneInternals;
  readonly #from: Vec3;
  readonly #closest = new Float64Array(3);

  /** @param limit the greatest distance that matters. */
  constructor(internals: SceneInternals, from: Vec3, limit: number) {
    this.#internals = internals;
    this.#from = from;
    this.distance = limit;
  }

  bounds([minX, minY, minZ, maxX, maxY, maxZ]: Float64Array): number {
    const { x, y, z } = this.#from;
    const outX = Math.max(minX - x, x - maxX, 0);
    const outY = Math.max(minY - y, y - maxY, 0);
    const outZ = Math.max(minZ - z, z - maxZ, 0);
    return length(outX, outY, outZ) * (1 - ROUNDING);
  }

  visit(corners: Float64Array, element: number): number {
    const { x, y, z } = this.#from;
    const distance = this.#internals.closestOnTriangle(corners, x, y, z, this.#closest);
    const isFirst = this.element < 0 || element < this.element;
    if (distance < this.distance || (distance === this.distance && isFirst)) {
      this.distance = distance;
      this.element = element;
      this.point.fromArray(this.#closest);
    }
    return this.distance;
  }
}
