import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Ray, type Raycaster, type Vector3 } from 'three';
import { INTERNALS } from '../../scene/internals';
import { HIT_TOLERANCE } from '../math';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import type { ObjectRaycasts } from './objectRaycasts';
import { accepts, type RayChoice } from './raycastOptions';

/** Knows what the boxes of a scene stand for. */
export interface BoxMeanings {
  /** Tells a question of the object of a box, with {@link RayQuestion.meet}. */
  tell(question: RayQuestion, id: number): void;
}

/**
 * A ray, and which hits count, as they are when the question begins: an object's own raycast may change the raycaster. The
 * objects whose boxes the ray hits are asked for their hits.
 *
 * It visits the boxes itself. An object made for that would be as large as the question.
 */
export abstract class RayQuestion {
  readonly isFirstEnough = false;
  raycaster: Raycaster;
  readonly ray = new Ray();
  mask = 0;
  protected choice: RayChoice;
  protected readonly raycasts: ObjectRaycasts;
  /** The length of the direction: world units per unit of t. */
  protected length = 1;
  #near = 0;
  #far = 0;
  #originSize = 0;
  /** What the boxes that are being searched stand for. */
  #meanings: BoxMeanings | null = null;

  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts) {
    this.raycaster = raycaster;
    this.choice = choice;
    this.raycasts = raycasts;
    this.begin(raycaster, choice);
  }

  /** Begins again with another ray. */
  begin(raycaster: Raycaster, choice: RayChoice): void {
    this.raycaster = raycaster;
    this.choice = choice;
    const ray = this.ray.copy(raycaster.ray);
    this.mask = raycaster.layers.mask;
    this.#near = raycaster.near;
    this.#far = raycaster.far;
    this.#originSize = ray.origin.length() || 0;
    this.length = usableLength(ray.direction);
  }

  /** Tells of an object, and of an instance, that the ray may hit. */
  abstract meet(source: BoxSource, instance: number): void;

  /** Hits farther away than this are of no use. */
  protected abstract get limit(): number;

  /** Asks an object above those that are hit. Returns whether `Raycaster` goes on to what is below it. */
  protected abstract goesOn(object: Object3D): boolean;

  /** Searches the boxes of a scene that the ray hits within the limit. */
  search(scene: BoxScene, meanings: BoxMeanings): void {
    this.#meanings = meanings;
    const start = (this.#near - this.#graceAt(this.#near)) / this.length;
    scene[INTERNALS].visitCandidates(this.ray, start, this.#end, this.mask, this);
  }

  /** Called for a box that the ray enters at `t`. Returns the t up to which to search on. */
  visit(id: number, t: number): number {
    this.#meanings?.tell(this, id);
    // A hit may lie before its box: by rounding, or because the object decides where it is hit.
    return this.raycasts.isVoid ? -Infinity : Math.max(this.#end, t);
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
    return HIT_TOLERANCE * (this.#originSize + Math.abs(distance));
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
