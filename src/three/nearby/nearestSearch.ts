import type { BoxScene, Shape } from 'slabtree';
import { Vector3 } from 'three';
import type { NearBox } from '../../bvh/query/nearest';
import type { NearTarget } from '../../bvh/slots/nearTarget';
import { length } from '../../primitives/shapes/vec3';
import { INTERNALS } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import { beginQuery } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { isTestedBefore, isWithin } from '../rays/graphOrder';
import type { BoxSource } from '../sources/boxSource';
import { drawnMeshOf } from './drawnMesh';
import type { NearestChoice, SceneNeighbor } from './nearbyOptions';
import { isHidden, ROUNDING, sizeOf, type WorldElementVisitor, WorldElements } from './worldElements';

/** How many of the nearest boxes WebAssembly finds at once. JavaScript finds more, and takes longer. */
const AT_ONCE = 32;
/** After a round with AT_ONCE boxes, each round of a search has this many times as many boxes as the round before. */
const GROWTH = 4;

/** An object or instance that a search has found, with the fields that decide its place in the answer. */
interface Found {
  readonly source: BoxSource;
  readonly instance: number;
  readonly neighbor: SceneNeighbor;
}

/** The place of an object or instance that is nearest to a shape. */
type NearPlace = Omit<SceneNeighbor, 'object' | 'instanceId' | 'batchId'>;

/**
 * Finds the objects and instances nearest to a point or another shape. Boxes are the candidates, nearest first. The core goes on from
 * linked boxes to the triangles of their meshes. For all other objects, three.js places the triangles, segments or points in the
 * world, one by one. The distances are those of `closestPointOnTriangle`, and of `distance` for other shapes.
 */
export class NearestSearch {
  readonly #target: NearTarget;
  readonly #choice: NearestChoice;
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;
  /** The objects and instances found so far, nearest first. */
  readonly #found: Found[] = [];
  /** The boxes that need no further test. */
  readonly #settled = new Set<number>();
  /** The boxes that this search has linked. */
  readonly #linked = new Set<number>();
  /** By how much the rounding of coordinates may change a distance. The rounding of the distance itself comes on top. */
  readonly #slack: number;

  constructor(shape: Shape, choice: NearestChoice, scene: BoxScene, objects: ObjectsById, meshes: GeometryMeshes) {
    this.#target = scene[INTERNALS].nearTarget('shape', shape);
    this.#choice = choice;
    this.#scene = scene;
    this.#objects = objects;
    this.#meshes = meshes;
    const { size, radius } = this.#target.shape;
    this.#slack = ROUNDING * (size + radius + sizeOf(scene));
  }

  find(): SceneNeighbor[] {
    beginQuery();
    // One box more than the answer has: a tie with the last box of the answer is then found.
    let count = this.#choice.count + 1;
    for (;;) {
      const boxes = this.#boxes(count);
      const isComplete = boxes.length < count;
      let hasNewLinks = false;
      for (const box of boxes) {
        if (box.distance > this.#reach) break;
        if (this.#settled.has(box.id)) continue;
        if (this.#test(box)) this.#settled.add(box.id);
        else hasNewLinks = true;
      }
      if (hasNewLinks) continue;
      if (isComplete || boxes[boxes.length - 1].distance > this.#reach) break;
      count = this.#next(count);
    }
    return this.#found.map(({ neighbor }) => neighbor);
  }

  /** Returns how many boxes the next round of the search has. */
  #next(count: number): number {
    if (count < AT_ONCE) return AT_ONCE;
    // Once the answer is full, one round tests all boxes within the reach. Several rounds would find the same boxes again.
    return this.#found.length < this.#choice.count ? count * GROWTH : Infinity;
  }

  /** Returns the nearest boxes, nearest first. The distance of a linked box is its distance from the triangles of its mesh. */
  #boxes(count: number): NearBox[] {
    const { within, mask, isPrecise } = this.#choice;
    const isInside = (id: number): boolean => isWithin(this.#objects.sourceOf(id).object, within);
    const filter = within === null ? undefined : isInside;
    const selection = { count, maxDistance: this.#reach, mask, filter };
    return this.#scene[INTERNALS].nearestBoxes(this.#target, selection, isPrecise);
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

  /** Finds the place of an object or instance. Returns false if its box has been linked: then the core finds the place. */
  #test(box: NearBox): boolean {
    const { id } = box;
    const source = this.#objects.sourceOf(id);
    const instance = this.#objects.instanceOf(id);
    if (isHidden(source, instance)) return true;
    const { isPrecise, filter } = this.#choice;
    let place: NearPlace | null;
    if (!isPrecise) place = placeOn(box);
    else {
      const { links } = this.#scene[INTERNALS];
      const before = links.meshOf(id);
      const mesh = drawnMeshOf(source, instance, id, this.#meshes);
      const isLinked = mesh !== null && mesh.stored === before && box.triangle >= 0;
      if (isLinked) {
        if (this.#isLate(source, instance, box.distance)) return true;
        place = { ...placeOn(box), faceIndex: mesh.faceIndex(box.triangle) };
      } else if (mesh !== null && !this.#linked.has(id)) {
        this.#linked.add(id);
        return false;
      } else {
        const elements = WorldElements.of(source, instance, this.#meshes);
        place = elements === null ? placeOn(box) : this.#placeIn(elements);
      }
    }
    if (place === null || !(place.distance <= this.#limit)) return true;
    const { object, instanceName } = source;
    if (filter?.(object, instanceName === null ? undefined : instance) === false) return true;
    this.#add({ source, instance, neighbor: { ...this.#objects.describe(id), ...place } });
    return true;
  }

  /** Returns the place on a triangle, segment or point of an object that is nearest to the shape. Null beyond the limit. */
  #placeIn(elements: WorldElements): NearPlace | null {
    const nearest = new NearestElement(this.#target, this.#limit);
    elements.visit(nearest);
    const { distance, element, point } = nearest;
    if (element < 0) return null;
    return elements.areTriangles ? { distance, point, faceIndex: element } : { distance, point, index: element };
  }

  /** Whether the answer is full, and an object or instance comes after its last one. Among ties, most do. */
  #isLate(source: BoxSource, instance: number, distance: number): boolean {
    const { count } = this.#choice;
    return this.#found.length >= count && !isNearer(source, instance, distance, this.#found[count - 1]);
  }

  #add(found: Found): void {
    const all = this.#found;
    let at = all.length;
    while (at > 0 && isNearer(found.source, found.instance, found.neighbor.distance, all[at - 1])) at--;
    all.splice(at, 0, found);
    if (all.length > this.#choice.count) all.pop();
  }
}

/** Whether an object or instance is nearer than another that was found. At equal distances, `Raycaster` tests it first. */
function isNearer(source: BoxSource, instance: number, distance: number, other: Found): boolean {
  if (distance !== other.neighbor.distance) return distance < other.neighbor.distance;
  return source === other.source ? instance < other.instance : isTestedBefore(source.object, other.source.object);
}

function placeOn({ distance, x, y, z }: NearBox): NearPlace {
  return { distance, point: new Vector3(x, y, z) };
}

/** Finds the triangle, segment or point that is nearest to a shape: of several, the one with the smallest number. */
class NearestElement implements WorldElementVisitor {
  /** The distance of the nearest element so far. */
  distance: number;
  /** The number of the nearest element so far, or -1. */
  element = -1;
  readonly point = new Vector3();
  readonly #target: NearTarget;

  /** @param limit the greatest distance that matters. */
  constructor(target: NearTarget, limit: number) {
    this.#target = target;
    this.distance = limit;
  }

  bounds(bounds: Float64Array): number {
    return length(this.#gap(bounds, 0), this.#gap(bounds, 1), this.#gap(bounds, 2)) * (1 - ROUNDING);
  }

  /** Returns how far the shape's bounds are from other bounds on an axis. */
  #gap(bounds: Float64Array, axis: number): number {
    const { middle, reach } = this.#target;
    const at = middle[axis];
    return Math.max(Math.max(bounds[axis] - at, at - bounds[3 + axis]) - reach[axis], 0);
  }

  visit(corners: Float64Array, element: number): number {
    const distance = this.#target.distanceToTriangle(corners);
    const isFirst = this.element < 0 || element < this.element;
    if (distance < this.distance || (distance === this.distance && isFirst)) {
      this.distance = distance;
      this.element = element;
      this.point.fromArray(this.#target.closest);
    }
    return this.distance;
  }
}
