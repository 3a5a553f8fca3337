import type { Intersection, Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { comesBefore } from './graphOrder';
import { RayQuestion } from './rayQuestion';

/** The intersection that `Raycaster` would put first. */
export class ClosestIntersection extends RayQuestion {
  found: Intersection | null = null;
  #object: Object3D | null = null;
  #instance = 0;
  readonly #hits: Intersection[] = [];
  readonly #accepts = (hit: Intersection): boolean => this.accepts(hit);
  /** What {@link goesOn} has learned. Made when it is first needed: most scenes have no raycasts of their own. */
  #goesOn: Map<Object3D, boolean> | undefined;

  protected override get limit(): number {
    return this.found?.distance ?? Infinity;
  }

  /** Asks about one instance. */
  override meet(source: BoxSource, instance: number): number | null {
    const { object } = source;
    if (!this.#isReached(object)) return null;
    const hits = this.#hits;
    let next = this.raycasts.closest(source, instance, this.raycaster, hits, this.limit, -Infinity);
    if (
      next === undefined &&
      (this.raycasts.isVoid || source.closest?.(this.raycaster, hits, this.#accepts) !== true)
    ) {
      this.raycasts.ask(object, source, instance, this.raycaster, hits);
    }
    let closest = this.#take(hits, object, instance);
    hits.length = 0;
    while (closest === null && next !== undefined && next < Infinity) {
      next = this.raycasts.closest(source, instance, this.raycaster, hits, this.limit, next);
      closest = this.#take(hits, object, instance);
      hits.length = 0;
    }
    return closest === null ? null : closest / this.length;
  }

  protected override goesOn(object: Object3D): boolean {
    let goesOn = this.#goesOn?.get(object);
    if (goesOn === undefined) {
      const hits: Intersection[] = [];
      goesOn = this.raycasts.ask(object, null, 0, this.raycaster, hits);
      // A LOD asks one of its levels.
      this.#take(hits, object, 0);
      (this.#goesOn ??= new Map()).set(object, goesOn);
    }
    return goesOn;
  }

  /** Keeps the closest of these hits of an object if it is closer than what has been found. Returns its distance, or null. */
  #take(hits: readonly Intersection[], object: Object3D, instance: number): number | null {
    let closest: Intersection | null = null;
    for (const hit of hits) {
      // three.js may hit a flat object at a distance of NaN.
      const isCloser = hit.distance >= 0 && (closest === null || hit.distance < closest.distance);
      if (isCloser && this.accepts(hit)) closest = hit;
    }
    if (closest === null) return null;
    if (this.#isCloser(closest.distance, object, instance)) {
      this.found = closest;
      this.#object = object;
      this.#instance = instance;
    }
    return closest.distance;
  }

  /** Whether `Raycaster` comes from the top down to an object. Asks no object that it does not come to. */
  #isReached(object: Object3D): boolean {
    if (object === this.choice.top) return true;
    const { parent } = object;
    return parent !== null && this.#isReached(parent) && this.letsThrough(parent);
  }

  /** Of equal distances, the one whose object and instance `Raycaster` asks first is closer. */
  #isCloser(distance: number, object: Object3D, instance: number): boolean {
    const closest = this.found?.distance ?? Infinity;
    if (distance !== closest || this.#object === null) return distance < closest;
    return object === this.#object ? instance < this.#instance : comesBefore(object, this.#object);
  }
}
