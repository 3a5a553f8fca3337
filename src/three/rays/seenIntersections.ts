import type { Intersection, Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { ClosestIntersection } from './closestIntersection';
import type { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import { hidesNothing, type SeenObjects } from './seenObjects';

/** What a ray sees: the first mesh that it hits, and what it hits before that. It lets the ray end at that mesh. */
export class SeenIntersections extends ClosestIntersection {
  readonly #seen: SeenObjects;
  /** Hits that hide nothing. A mesh may be before them. */
  readonly #others: Intersection[] = [];

  /** @param seen gets what rays see. */
  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts, seen: SeenObjects) {
    super(raycaster, choice, raycasts);
    this.#seen = seen;
  }

  override meet(source: BoxSource, instance: number): void {
    const { object } = source;
    if (!hidesNothing(object)) {
      super.meet(source, instance);
    } else if (this.#seen.has(source, instance) && hasRaycastOfThree(object)) {
      // Nothing is to be learned of it, only of the objects above.
      this.isReached(object);
    } else {
      this.raycaster.far = Math.min(this.raycaster.far, this.limit);
      super.meet(source, instance);
    }
  }

  protected override accepts(hit: Intersection): boolean {
    if (!super.accepts(hit)) return false;
    if (!hidesNothing(hit.object)) return true;
    this.#others.push(hit);
    return false;
  }

  /** Adds what the ray sees. Returns the mesh. */
  override end(): Intersection | null {
    const mesh = super.end();
    const end = mesh?.distance ?? Infinity;
    if (!this.raycasts.isVoid) {
      if (mesh !== null) this.#seen.addHit(mesh);
      for (const hit of this.#others) if (hit.distance <= end) this.#seen.addHit(hit);
    }
    this.#others.length = 0;
    return mesh;
  }
}
