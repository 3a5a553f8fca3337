import { type Intersection, Object3D, Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { comesBefore } from './graphOrder';
import type { RayChoice } from './raycastOptions';
import { RayQuestion } from './rayQuestion';

/** In place of the raycaster and the choice of a question that is not being asked: it keeps nobody's objects. */
const NO_RAYCASTER = /* @__PURE__ */ new Raycaster();
const NO_CHOICE: RayChoice = {
  isPrecise: true,
  filter: undefined,
  top: /* @__PURE__ */ new Object3D(),
  isEverything: true,
  clipping: null,
};

/** The intersection that `Raycaster` would put first. */
export class ClosestIntersection extends RayQuestion {
  found: Intersection | null = null;
  #object: Object3D | null = null;
  #instance = 0;
  readonly #hits: Intersection[] = [];
  /** What {@link goesOn} has learned. Made when it is first needed: most scenes have no raycasts of their own. */
  #goesOn: Map<Object3D, boolean> | undefined;

  /** Lets go of what it has found and was asked, until it begins again. Returns what it has found. */
  end(): Intersection | null {
    const { found } = this;
    this.found = null;
    this.#object = null;
    this.#goesOn = undefined;
    this.raycaster = NO_RAYCASTER;
    this.choice = NO_CHOICE;
    return found;
  }

  protected override get limit(): number {
    return this.found?.distance ?? Infinity;
  }

  /** Asks about one instance. */
  override meet(source: BoxSource, instance: number): void {
    const { object } = source;
    if (!this.isReached(object)) return;
    const hits = this.#hits;
    let next = this.raycasts.closest(source, instance, this.raycaster, hits, this.limit, -Infinity);
    if (next === undefined && !this.#takesClosest(source)) this.#ask(source, instance);
    let isFound = this.#take(hits, object, instance);
    while (!isFound && next !== undefined && next < Infinity) {
      next = this.raycasts.closest(source, instance, this.raycaster, hits, this.limit, next);
      isFound = this.#take(hits, object, instance);
    }
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

  /** Asks an object about one instance. A raycast of the object's own answers for all of them, so it is called once. */
  #ask(source: BoxSource, instance: number): void {
    const { object } = source;
    if (this.#goesOn?.has(object) === true) return;
    const goesOn = this.raycasts.ask(object, source, instance, this.raycaster, this.#hits);
    if (!hasRaycastOfThree(this.raycasts.holderOf(object))) (this.#goesOn ??= new Map()).set(object, goesOn);
  }

  /** Asks a source that finds the closest hits by itself. Returns whether it has. */
  #takesClosest(source: BoxSource): boolean {
    if (this.raycasts.isVoid || source.closest === undefined) return false;
    return source.closest(this.raycaster, this.#hits, (hit) => this.accepts(hit));
  }

  /**
   * Keeps the closest of these hits of an object if it is closer than what has been found, and empties the list. Returns whether any
   * counts.
   */
  #take(hits: Intersection[], object: Object3D, instance: number): boolean {
    let closest: Intersection | null = null;
    // Most often there is one hit or none. To set the length would give the memory of the list away.
    for (let hit = hits.pop(); hit !== undefined; hit = hits.pop()) {
      // three.js may hit a flat object at a distance of NaN. Of equal ones, the first counts.
      const isCloser = hit.distance >= 0 && (closest === null || hit.distance <= closest.distance);
      if (isCloser && this.accepts(hit)) closest = hit;
    }
    if (closest === null) return false;
    if (this.#isCloser(closest.distance, object, instance)) {
      this.found = closest;
      this.#object = object;
      this.#instance = instance;
    }
    return true;
  }

  /** Whether `Raycaster` comes from the top down to an object. Asks no object that it does not come to. */
  protected isReached(object: Object3D): boolean {
    if (object === this.choice.top) return true;
    const { parent } = object;
    return parent !== null && this.isReached(parent) && this.letsThrough(parent);
  }

  /** Of equal distances, the one whose object and instance `Raycaster` asks first is closer. */
  #isCloser(distance: number, object: Object3D, instance: number): boolean {
    if (this.found === null || this.#object === null) return true;
    const closest = this.found.distance;
    if (distance !== closest) return distance < closest;
    return object === this.#object ? instance < this.#instance : comesBefore(object, this.#object);
  }
}
