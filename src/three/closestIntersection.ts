import type { Intersection, Raycaster } from 'three';
import type { ObjectBoxes } from './objectBoxes';

/**
 * How far from its box three.js may find an intersection, which rounds on another way, relative to the numbers it is computed
 * from. Boxes are asked as far before `near` and beyond `far`, which three.js itself then keeps to.
 */
const GRACE = 1e-9;

/** The intersection that `Raycaster` would put first, of all that the boxes' objects are asked for. */
export class ClosestIntersection {
  readonly raycaster: Raycaster;
  found: Intersection | null = null;
  #boxes: ObjectBoxes | null = null;
  #instance = 0;
  readonly #hits: Intersection[] = [];
  readonly #originSize: number;
  /** World units in one of t. */
  readonly #length: number;

  constructor(raycaster: Raycaster) {
    const { origin, direction } = raycaster.ray;
    this.raycaster = raycaster;
    this.#originSize = Math.max(Math.abs(origin.x), Math.abs(origin.y), Math.abs(origin.z));
    this.#length = direction.length();
  }

  /** Where along the ray the boxes begin and end that may hold what is to be found. */
  get tMin(): number {
    const { near } = this.raycaster;
    return (near - this.#graceAt(near)) / this.#length;
  }

  get tMax(): number {
    const { far } = this.raycaster;
    const end = this.found === null ? far : Math.min(far, this.found.distance);
    return (end + this.#graceAt(end)) / this.#length;
  }

  /** Asks an object; returns how far along the ray it was met, or null. */
  ask(boxes: ObjectBoxes, instance: number): number | null {
    const hits = this.#hits;
    boxes.source.intersect(this.raycaster, instance, hits);
    if (hits.length === 0) return null;
    let closest = hits[0];
    for (const hit of hits) if (hit.distance < closest.distance) closest = hit;
    hits.length = 0;
    if (this.#isCloser(closest.distance, boxes, instance)) {
      this.found = closest;
      this.#boxes = boxes;
      this.#instance = instance;
    }
    return closest.distance / this.#length;
  }

  /** Among equally distant ones, that of the object, and of the instance, which `Raycaster` asks first. */
  #isCloser(distance: number, boxes: ObjectBoxes, instance: number): boolean {
    if (this.found === null || this.#boxes === null) return true;
    if (distance !== this.found.distance) return distance < this.found.distance;
    return boxes === this.#boxes ? instance < this.#instance : boxes.order < this.#boxes.order;
  }

  #graceAt(distance: number): number {
    return GRACE * (this.#originSize + Math.abs(distance));
  }
}
