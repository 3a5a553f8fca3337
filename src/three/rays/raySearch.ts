import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Ray, type Raycaster } from 'three';
import type { MeshLinks } from '../../bvh/meshes/meshLinks';
import { INTERNALS } from '../../scene/internals';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import type { ObjectRaycasts } from './objectRaycasts';
import { accepts, type RayChoice } from './raycastOptions';
import { before, beyond, NO_BOX, usableLength } from './rayRange';

/** Resolves the boxes of a scene to objects and instances. */
export interface SourceLookup {
  /** Returns the source of a box. Undefined if the search must leave the box out. */
  sourceAt(id: number): BoxSource | undefined;
  instanceAt(id: number): number;
  /** Whether boxes are linked to the meshes of their geometries. */
  readonly areLinked: boolean;
  /** How far outside its box an object may be hit, relative to the coordinates, if not only by float64's rounding. */
  readonly tolerance: number | undefined;
}

/**
 * A search for the hits of a ray: the kernel finds candidates, each candidate is resolved to an object and an instance, and
 * three.js's arithmetic decides. The ray, and which hits count, are as they were when the search began: the object's own raycast
 * may change the raycaster.
 *
 * A search implements the visitor of its candidates itself: this saves an object per ray.
 */
export abstract class RaySearch {
  readonly isFirstEnough = false;
  links: MeshLinks | null = null;
  /**
   * Whether the kernel must list all triangles that may be hit, not only those up to the first certain hit. Set when the filter has
   * refused a hit: it is likely to refuse more, and the triangles behind are then needed.
   */
  listsAll = false;
  raycaster: Raycaster;
  readonly ray = new Ray();
  mask = 0;
  protected choice: RayChoice;
  /** The scene of the index. Null if the search has none. */
  scene: BoxScene | null = null;
  protected readonly raycasts: ObjectRaycasts;
  /** The length of the direction: world units per unit of t. */
  protected length = 1;
  /** The triangles that the kernel has found in the present candidate, by their numbers in the candidate's mesh. */
  protected readonly triangles: number[] = [0];
  /** How many of {@link triangles} there are. 0 if the kernel has not searched the mesh. */
  protected triangleCount = 0;
  /** The t up to which `triangles` has all triangles that may be hit. */
  protected bound = Infinity;
  #near = 0;
  #far = 0;
  /** How far the ray's origin is from the world's. */
  #originSize = 0;
  #lookup: SourceLookup | null = null;
  #tolerance: number | undefined;

  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts) {
    this.raycaster = raycaster;
    this.choice = choice;
    this.raycasts = raycasts;
    this.begin(raycaster, choice);
  }

  /** Begins again with another ray. */
  begin(raycaster: Raycaster, choice: RayChoice): void {
    this.listsAll = false;
    this.#tolerance = undefined;
    this.raycaster = raycaster;
    this.choice = choice;
    const ray = this.ray.copy(raycaster.ray);
    this.mask = raycaster.layers.mask;
    this.#near = raycaster.near;
    this.#far = raycaster.far;
    this.#originSize = ray.origin.length() || 0;
    this.length = usableLength(ray.direction);
  }

  /**
   * Tests an instance that the ray may hit.
   *
   * @param id its box, or NO_BOX. `triangles` and `bound` belong to the box.
   */
  abstract test(source: BoxSource, instance: number, id: number): void;

  /** Hits farther away than this do not matter. */
  protected abstract get limit(): number;

  /** Calls the raycast of an ancestor of an object that may be hit. Returns whether `Raycaster` descends to its children. */
  protected abstract descends(object: Object3D): boolean;

  /** Whether no other candidate matters. */
  get isDone(): boolean {
    return this.raycasts.isVoid;
  }

  /** Tests the objects whose boxes in a scene the ray hits within the limit. */
  search(scene: BoxScene, lookup: SourceLookup): void {
    this.#lookup = lookup;
    this.#tolerance = lookup.tolerance;
    const internals = scene[INTERNALS];
    this.links = lookup.areLinked ? internals.links : null;
    internals.visitCandidates(this.ray, this.start, this.end, this.mask, this, this.#tolerance);
  }

  /** Called for a box that the ray enters at `t`. Returns the t up to which the search goes on. */
  visit(id: number, t: number): number {
    this.triangleCount = 0;
    this.#resolve(id);
    // A hit may lie before its box: by rounding, or because the object decides where it is hit.
    return this.isDone ? -Infinity : Math.max(this.end, t);
  }

  /** Called for a linked box after an update: see CandidateVisitor. */
  renewLink(id: number): boolean {
    const source = this.#lookup?.sourceAt(id);
    const placed = source?.triangles?.(source.object, this.#lookup?.instanceAt(id) ?? 0);
    return placed !== null && placed !== undefined && this.raycasts.meshOf(placed, id)?.isVerified === true;
  }

  /** Called for a linked box and triangles of its mesh: see CandidateVisitor. Returns the t up to which the search goes on. */
  visitTriangles(id: number, triangles: Float64Array, first: number, count: number, bound: number): number {
    for (let i = 0; i < count; i++) this.triangles[i] = triangles[first + i];
    this.triangleCount = count;
    this.bound = bound;
    this.#resolve(id);
    return this.isDone ? -Infinity : this.end;
  }

  /** Returns the triangles that the kernel has found in the present candidate, in order. Valid until the next candidate. */
  protected listedTriangles(): readonly number[] {
    const { triangles } = this;
    // Most often, there is one triangle.
    if (triangles.length !== this.triangleCount) triangles.length = this.triangleCount;
    return triangles.length > 1 ? triangles.sort(ascending) : triangles;
  }

  #resolve(id: number): void {
    const source = this.#lookup?.sourceAt(id);
    if (source !== undefined) this.test(source, this.#lookup?.instanceAt(id) ?? 0, this.links === null ? NO_BOX : id);
  }

  /** The t at which the search begins. */
  protected get start(): number {
    return before(this.#near, this.#originSize, this.#tolerance) / this.length;
  }

  /** The t at which the search ends. */
  protected get end(): number {
    return beyond(Math.min(this.#far, this.limit), this.#originSize, this.#tolerance) / this.length;
  }

  isOnLayers(object: Object3D): boolean {
    return (object.layers.mask & this.mask) !== 0;
  }

  protected accepts(hit: Intersection): boolean {
    const { choice, scene } = this;
    if (choice.filter === undefined || scene === null) return accepts(choice, hit);
    // No filter may change the index. Not all filters are called during a walk of the core, which forbids it.
    return scene[INTERNALS].duringQuery(() => accepts(choice, hit));
  }

  /** Whether `Raycaster` descends from an object to its children. Only raycasts that are not three.js's own stop it. */
  protected isPassed(object: Object3D): boolean {
    return hasRaycastOfThree(object) || !this.isOnLayers(object) || this.descends(object);
  }
}

export function ascending(a: number, b: number): number {
  return a - b;
}
