import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Ray, type Raycaster, type Vector3 } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import type { ObjectRaycasts } from './objectRaycasts';
import { accepts, type RayChoice } from './raycastOptions';

/**
 * How far from a box three.js may find a hit in it, since it rounds differently. Relative to the numbers that the hit is
 * computed from. Boxes are searched as far before `near` and beyond `far`. three.js itself keeps to both exactly.
 */
const GRACE = 1e-9;

/**
 * A ray, and which hits count, as they are when the question begins: an object's own raycast may change the raycaster. The
 * objects whose boxes the ray hits are asked for their hits.
 */
export abstract class RayQuestion {
  readonly raycaster: Raycaster;
  readonly ray: Ray;
  readonly mask: number;
  protected readonly choice: RayChoice;
  protected readonly raycasts: ObjectRaycasts;
  /** The length of the direction: world units per unit of t. */
  protected readonly length: number;
  readonly #near: number;
  readonly #far: number;
  readonly #originSize: number;

  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts) {
    this.raycaster = raycaster;
    this.choice = choice;
    this.raycasts = raycasts;
    const { origin, direction } = raycaster.ray;
    this.ray = new Ray(origin.clone(), direction.clone());
    this.mask = raycaster.layers.mask;
    this.#near = raycaster.near;
    this.#far = raycaster.far;
    this.#originSize = this.ray.origin.length() || 0;
    this.length = usableLength(direction);
  }

  /** Tells of an object, and of an instance, that the ray may hit. */
  abstract meet(source: BoxSource, instance: number): void;

  /** Hits farther away than this are of no use. */
  protected abstract get limit(): number;

  /** Asks an object above those that are hit. Returns whether `Raycaster` goes on to what is below it. */
  protected abstract goesOn(object: Object3D): boolean;

  /**
   * Searches the boxes of a scene that the ray hits within the limit.
   *
   * @param meet tells of the object of a box, with {@link meet}.
   */
  search(scene: BoxScene, meet: (id: number) => void): void {
    const start = (this.#near - this.#graceAt(this.#near)) / this.length;
    scene.visitAlong(this.ray, start, this.#end, this.mask, (id, t) => {
      meet(id);
      // A hit may lie before its box: by rounding, or because the object decides where it is hit.
      return this.raycasts.isVoid ? -Infinity : Math.max(this.#end, t);
    });
  }

  /** The t up to which to search. */
  get #end(): number {
    const end = Math.min(this.#far, this.limit);
    return (end + this.#graceAt(end)) / this.length;
  }

  isOnLayers(object: Object3D): boolean {
    return (object.layers.mask & this.mask) !== 0;
  }

  protected accepts(hit: Intersection): boolean {
    return accepts(this.choice, hit);
  }

  /** Whether `Raycaster` goes on from an object to what is below it. Only raycasts that are not three.js's own stop it. */
  protected letsThrough(object: Object3D): boolean {
    return hasRaycastOfThree(object) || !this.isOnLayers(object) || this.goesOn(object);
  }

  #graceAt(distance: number): number {
    return GRACE * (this.#originSize + Math.abs(distance));
  }
}

/**
 * The length of a direction, or 1 if it is not a length that a ray can have. A range computed with it is well formed then,
 * and the error that the scene throws is about the ray.
 */
export function usableLength(direction: Vector3): number {
  const length = direction.length();
  return length > 0 && length < Infinity ? length : 1;
}
