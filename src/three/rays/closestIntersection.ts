import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Ray, type Raycaster, type Vector3 } from 'three';
import type { BoxSource } from '../sources/boxSource';
import type { ObjectRaycasts } from './objectRaycasts';

/**
 * How far from a box three.js may find a hit in it, since it rounds differently. Relative to the numbers that the hit is
 * computed from. Boxes are searched as far before `near` and beyond `far`. three.js itself keeps to both exactly.
 */
const GRACE = 1e-9;

/** The intersection that `Raycaster` would put first, found by asking the objects whose boxes the ray hits. */
export class ClosestIntersection {
  readonly raycaster: Raycaster;
  /** The ray and the mask as they were at first: an object's own raycast may change the raycaster. */
  readonly ray: Ray;
  readonly mask: number;
  readonly #near: number;
  readonly #far: number;
  found: Intersection | null = null;
  #object: Object3D | null = null;
  #instance = 0;
  readonly #raycasts: ObjectRaycasts;
  readonly #hits: Intersection[] = [];
  readonly #originSize: number;
  /** The length of the direction: world units per unit of t. */
  readonly #length: number;

  constructor(raycaster: Raycaster, near: number, far: number, raycasts: ObjectRaycasts) {
    this.#raycasts = raycasts;
    this.raycaster = raycaster;
    const { origin, direction } = raycaster.ray;
    this.ray = new Ray(origin.clone(), direction.clone());
    this.mask = raycaster.layers.mask;
    this.#near = near;
    this.#far = far;
    this.#originSize = this.ray.origin.length() || 0;
    this.#length = usableLength(direction);
  }

  /**
   * Searches the boxes of a scene that may hold a closer hit.
   *
   * @param ask asks the object of a box, with {@link ask}.
   */
  search(scene: BoxScene, ask: (id: number) => number | null): void {
    const near = this.#near;
    const end = Math.min(this.#far, this.found?.distance ?? Infinity);
    scene.raycast(this.ray, {
      tMin: (near - this.#graceAt(near)) / this.#length,
      tMax: (end + this.#graceAt(end)) / this.#length,
      solid: true,
      mask: this.mask,
      refine: (id, t) => {
        const found = ask(id);
        // A hit may lie before its box: by rounding, or because the object decides where it is hit.
        if (found !== null) return Math.max(found, t);
        // A hit at t ends the search.
        return this.#raycasts.isVoid ? t : null;
      },
    });
  }

  /** Asks an object about one instance. Returns t of its closest hit, or null. */
  ask(source: BoxSource, instance: number): number | null {
    const { object } = source;
    const hits = this.#hits;
    this.#raycasts.ask(source, instance, this.raycaster, hits);
    let closest: Intersection | null = null;
    for (const hit of hits) {
      // three.js may hit a flat object at a distance of NaN.
      if (hit.distance >= 0 && (closest === null || hit.distance < closest.distance)) closest = hit;
    }
    hits.length = 0;
    if (closest === null) return null;
    if (this.#isCloser(closest.distance, object, instance)) {
      this.found = closest;
      this.#object = object;
      this.#instance = instance;
    }
    return closest.distance / this.#length;
  }

  /** Of equal distances, the one whose object and instance `Raycaster` asks first is closer. */
  #isCloser(distance: number, object: Object3D, instance: number): boolean {
    const closest = this.found?.distance ?? Infinity;
    if (distance !== closest || this.#object === null) return distance < closest;
    return object === this.#object ? instance < this.#instance : comesBefore(object, this.#object);
  }

  #graceAt(distance: number): number {
    return GRACE * (this.#originSize + Math.abs(distance));
  }
}

/** Whether `Raycaster` asks one object of a graph before another: parents come first, then children in their order. */
function comesBefore(a: Object3D, b: Object3D): boolean {
  const [pathA, pathB] = [pathTo(a), pathTo(b)];
  const fork = pathA.findIndex((above, i) => above !== pathB[i]);
  // Without a fork, a is above b.
  if (fork < 0) return true;
  const siblings = pathA[fork].parent?.children ?? [];
  return siblings.indexOf(pathA[fork]) < siblings.indexOf(pathB[fork]);
}

function pathTo(object: Object3D): Object3D[] {
  const path: Object3D[] = [];
  for (let above: Object3D | null = object; above !== null; above = above.parent) path.unshift(above);
  return path;
}

/**
 * The length of a direction, or 1 if it is not a length that a ray can have. A range computed with it is well formed then,
 * and the error that the scene throws is about the ray.
 */
export function usableLength(direction: Vector3): number {
  const length = direction.length();
  return length > 0 && length < Infinity ? length : 1;
}
