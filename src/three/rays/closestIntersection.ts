import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Ray, type Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import type { ObjectRaycasts } from './objectRaycasts';

/**
 * How far from its box three.js may find an intersection, which rounds on another way, relative to the numbers it is computed
 * from. Boxes are asked as far before `near` and beyond `far`, which three.js itself then keeps to.
 */
const GRACE = 1e-9;

/** The intersection that `Raycaster` would put first, of all that the boxes' objects are asked for. */
export class ClosestIntersection {
  readonly raycaster: Raycaster;
  /** As they are in the raycaster at first: the objects' own raycasts may change it. */
  readonly ray: Ray;
  readonly mask: number;
  readonly #near: number;
  readonly #far: number;
  found: Intersection | null = null;
  #object: Object3D | null = null;
  #instance = 0;
  readonly #asker: ObjectRaycasts;
  readonly #hits: Intersection[] = [];
  readonly #originSize: number;
  /** World units in one of t. */
  readonly #length: number;

  constructor(raycaster: Raycaster, near: number, far: number, asker: ObjectRaycasts) {
    this.#asker = asker;
    this.raycaster = raycaster;
    const { origin, direction } = raycaster.ray;
    this.ray = new Ray(origin.clone(), direction.clone());
    this.mask = raycaster.layers.mask;
    this.#near = near;
    this.#far = far;
    this.#originSize = this.ray.origin.length();
    this.#length = this.ray.direction.length();
  }

  /** Asks about all boxes of a scene that may hold a closer one; `ask` tells, by {@link ask}, which object that is. */
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
        // It may lie before the box by its own rounding, or by an object's own idea of where it is.
        if (found !== null) return Math.max(found, t);
        // To have met something ends the search.
        return this.#asker.isVoid ? t : null;
      },
    });
  }

  /** Asks an object; returns how far along the ray it was met, or null. */
  ask(source: BoxSource, instance: number): number | null {
    const { object } = source;
    const hits = this.#hits;
    this.#asker.ask(source, instance, this.raycaster, hits);
    let closest: Intersection | null = null;
    for (const hit of hits) {
      // Of what is flat, three.js may meet something at a distance that is not a number.
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

  /** Of equally distant ones, that of the object, and of the instance, counts which `Raycaster` asks first. */
  #isCloser(distance: number, object: Object3D, instance: number): boolean {
    const closest = this.found?.distance ?? Infinity;
    if (distance !== closest || this.#object === null) return distance < closest;
    return object === this.#object ? instance < this.#instance : comesBefore(object, this.#object);
  }

  #graceAt(distance: number): number {
    return GRACE * (this.#originSize + Math.abs(distance));
  }
}

/** Whether `Raycaster` asks an object before another of the same graph: parents come first, and children in their order. */
function comesBefore(a: Object3D, b: Object3D): boolean {
  const [pathA, pathB] = [pathTo(a), pathTo(b)];
  const fork = pathA.findIndex((above, i) => above !== pathB[i]);
  // Then it is above the other.
  if (fork < 0) return true;
  const siblings = pathA[fork].parent?.children ?? [];
  return siblings.indexOf(pathA[fork]) < siblings.indexOf(pathB[fork]);
}

function pathTo(object: Object3D): Object3D[] {
  const path: Object3D[] = [];
  for (let above: Object3D | null = object; above !== null; above = above.parent) path.unshift(above);
  return path;
}
