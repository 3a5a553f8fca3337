import type { PlacedGeometry } from '../meshes/placedGeometry';
import { type Intersection, Object3D, Raycaster } from 'three';
import type { TriangleCandidate } from '../../bvh/meshes/trianglesAlong';
import type { GeometryMesh } from '../meshes/geometryMeshes';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { isTestedBefore } from './graphOrder';
import type { RayChoice } from './raycastOptions';
import { NO_BOX } from './rayRange';
import { ascending, RaySearch } from './raySearch';
import { isAhead } from './sortIntersections';

/** The raycaster and the choice of a search between two rays, so that no object of the user is kept alive. */
const NO_RAYCASTER = /* @__PURE__ */ new Raycaster();
const NO_CHOICE: RayChoice = {
  isPrecise: true,
  filter: undefined,
  top: /* @__PURE__ */ new Object3D(),
  isEverything: true,
  clipping: null,
};

/** The search for the intersection that `Raycaster` would put first. */
export class ClosestIntersection extends RaySearch {
  found: Intersection | null = null;
  #object: Object3D | null = null;
  #instance = 0;
  /** The box of the intersection, or NO_BOX. */
  #id = NO_BOX;
  readonly #hits: Intersection[] = [];
  /** The results of {@link descends}. Made when it is first needed: most scenes have no raycasts of their own. */
  #descends: Map<Object3D, boolean> | undefined;

  /** Drops the ray and the intersection, which it returns. Call {@link begin} before the next search. */
  finish(): Intersection | null {
    const { found } = this;
    this.found = null;
    this.#object = null;
    this.#id = NO_BOX;
    this.#descends = undefined;
    this.raycaster = NO_RAYCASTER;
    this.choice = NO_CHOICE;
    return found;
  }

  protected override get limit(): number {
    return this.found?.distance ?? Infinity;
  }

  override test(source: BoxSource, instance: number, id: number): void {
    const { object } = source;
    if (!this.isReached(object)) return;
    const placed = source.triangles?.(object, instance);
    if (placed !== null && placed !== undefined) {
      if (!this.raycasts.isVoid) this.#testTriangles(source, instance, placed, id);
      return;
    }
    if (!this.#takesClosest(source)) this.#raycast(source, instance, id);
    this.#take(object, instance);
  }

  /** Finds the closest hit among the triangles of an instance. three.js decides about each triangle that may come first. */
  #testTriangles(source: BoxSource, instance: number, placed: PlacedGeometry, id: number): void {
    if (this.#isTied(source.object, instance, id)) return;
    const mesh = this.raycasts.meshOf(placed, id);
    if (mesh === null) {
      this.raycasts.intersectTriangles(source, instance, placed, null, [], this.raycaster, this.#hits);
      // So the filter is asked about the nearest hit first, and seldom about the others.
      if (this.choice.filter !== undefined) this.#hits.sort(farthestFirst);
      this.#take(source.object, instance);
      return;
    }
    const { end } = this;
    let triangles: readonly number[];
    let { bound } = this;
    if (this.triangleCount > 0) triangles = this.listedTriangles();
    else {
      const along = this.raycasts.trianglesOf(id, this.ray, this.start, end, true);
      if (along === null) {
        this.#testTriangles(source, instance, placed, NO_BOX);
        return;
      }
      if (along.candidates.length === 0) return;
      triangles = inOrder(along.candidates);
      bound = along.bound;
    }
    const distance = this.#decide(source, instance, placed, mesh, triangles);
    if (this.#object === source.object && this.#instance === instance) this.#id = id;
    // Rays of the core end at the largest number at most, so `bound` cannot exceed it.
    const isDecided = distance <= bound * this.length || bound >= Math.min(end, Number.MAX_VALUE);
    if (!isDecided) this.#testAll(source, instance, mesh, id, distance, triangles.slice());
  }

  /**
   * Whether an instance has the matrix and the triangles of the instance of the intersection, and comes after it. Its hit is then
   * equally close, and does not count.
   */
  #isTied(object: Object3D, instance: number, id: number): boolean {
    // A filter may refuse hits of one instance and not of the other.
    const comesLater = object === this.#object && instance > this.#instance && this.choice.filter === undefined;
    return comesLater && this.#id !== NO_BOX && this.raycasts.areSame(id, this.#id);
  }

  /**
   * Finds the closest hit among all triangles of a mesh along the ray: nearest first, until three.js has decided.
   *
   * @param closest the distance of the closest hit among the triangles in `decided`, or Infinity.
   */
  #testAll(
    source: BoxSource,
    instance: number,
    mesh: GeometryMesh,
    id: number,
    closest: number,
    decided: readonly number[],
  ): void {
    this.listsAll = true;
    const along = this.raycasts.trianglesOf(id, this.ray, this.start, this.end, false);
    if (along === null) {
      // A filter has disposed of the geometry.
      this.test(source, instance, NO_BOX);
      return;
    }
    // The filter may have cast other rays, which place other instances.
    const decide = (triangles: readonly number[]): number => {
      const placed = source.triangles?.(source.object, instance) ?? null;
      return placed === null ? Infinity : this.#decide(source, instance, placed, mesh, triangles);
    };
    const { candidates } = along;
    let isTied = false;
    let count = 0;
    for (const { triangle, low } of candidates) {
      if (low * this.length > closest) break;
      count++;
      if (decided.includes(triangle)) continue;
      const distance = decide([triangle]);
      isTied ||= distance === closest && distance < Infinity;
      closest = Math.min(closest, distance);
    }
    // Among equally close triangles, the first in three.js's order wins.
    if (isTied) decide(inOrder(candidates.slice(0, count)));
  }

  /** Takes three.js's closest hit of some triangles. Returns its distance. Infinity if no hit counts. */
  #decide(
    source: BoxSource,
    instance: number,
    placed: PlacedGeometry,
    mesh: GeometryMesh,
    triangles: readonly number[],
  ): number {
    this.raycasts.intersectTriangles(source, instance, placed, mesh, triangles, this.raycaster, this.#hits);
    return this.#take(source.object, instance);
  }

  protected override descends(object: Object3D): boolean {
    let descends = this.#descends?.get(object);
    if (descends === undefined) {
      const hits: Intersection[] = [];
      descends = this.raycasts.raycast(object, null, 0, NO_BOX, this.raycaster, hits);
      // An LOD calls the raycast of one of its levels.
      this.#hits.push(...hits);
      this.#take(object, 0);
      (this.#descends ??= new Map()).set(object, descends);
    }
    return descends;
  }

  /** Calls the raycast of an object. The object's own raycast hits all instances, so it is called once. */
  #raycast(source: BoxSource, instance: number, id: number): void {
    const { object } = source;
    if (this.#descends?.has(object) === true) return;
    const descends = this.raycasts.raycast(object, source, instance, id, this.raycaster, this.#hits);
    if (!hasRaycastOfThree(this.raycasts.holderOf(object))) (this.#descends ??= new Map()).set(object, descends);
  }

  /** Adds the hits of a source that finds the closest hit by itself. Returns false for other sources. */
  #takesClosest(source: BoxSource): boolean {
    if (this.raycasts.isVoid || source.closest === undefined) return false;
    return source.closest(this.raycaster, this.#hits, (hit) => this.accepts(hit));
  }

  /**
   * Takes the closest hit of an object from `#hits` if it comes before the intersection found so far, and empties the list. Returns
   * the distance of the closest hit that counts, or Infinity.
   */
  #take(object: Object3D, instance: number): number {
    const hits = this.#hits;
    let closest: Intersection | null = null;
    // Most often there is one hit or none. Setting the length would free the memory of the list.
    for (let hit = hits.pop(); hit !== undefined; hit = hits.pop()) {
      // Of equally close hits, the first counts.
      const isCloser = isAhead(hit) && (closest === null || hit.distance <= closest.distance);
      if (isCloser && this.accepts(hit)) closest = hit;
    }
    if (closest === null) return Infinity;
    if (this.#isCloser(closest.distance, object, instance)) {
      this.found = closest;
      this.#object = object;
      this.#instance = instance;
      this.#id = NO_BOX;
    }
    return closest.distance;
  }

  /** Whether `Raycaster` descends from the top to an object. Calls no raycast of an object that it does not reach. */
  protected isReached(object: Object3D): boolean {
    if (object === this.choice.top) return true;
    const { parent } = object;
    return parent !== null && this.isReached(parent) && this.isPassed(parent);
  }

  /** Whether a hit comes before the closest hit so far: it is closer, or as close and `Raycaster` tests it first. */
  #isCloser(distance: number, object: Object3D, instance: number): boolean {
    if (this.found === null || this.#object === null) return true;
    const closest = this.found.distance;
    if (distance !== closest) return distance < closest;
    return object === this.#object ? instance <= this.#instance : isTestedBefore(object, this.#object);
  }
}

/** The search for any intersection: it ends at the first that counts. */
export class AnyIntersection extends ClosestIntersection {
  override get isDone(): boolean {
    return super.isDone || this.found !== null;
  }
}

function farthestFirst(a: Intersection, b: Intersection): number {
  return b.distance - a.distance;
}

/** Returns the numbers of triangles, in order. */
function inOrder(candidates: readonly TriangleCandidate[]): number[] {
  const triangles = candidates.map(({ triangle }) => triangle);
  // Sorting one number allocates as much as sorting several.
  return triangles.length > 1 ? triangles.sort(ascending) : triangles;
}
