import type { Intersection, Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { ClosestIntersection } from './closestIntersection';
import type { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import { hidesNothing, type SeenObjects } from './seenObjects';

/** The search for what is visible along a ray: the first mesh that the ray hits, and what it hits before that mesh. */
export class VisibilitySearch extends ClosestIntersection {
  readonly #seen: SeenObjects;
  /** Hits that hide nothing. A mesh may be before them. */
  readonly #others: Intersection[] = [];

  /** @param seen receives what is visible. */
  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts, seen: SeenObjects) {
    super(raycaster, choice, raycasts);
    this.#seen = seen;
  }

  override test(source: BoxSource, instance: number, id: number): void {
    const { object } = source;
    if (!hidesNothing(object)) {
      super.test(source, instance, id);
    } else if (this.#seen.has(source, instance) && hasRaycastOfThree(object)) {
      // The object is in the result already. Only the raycasts of its ancestors may hit more.
      this.isReached(object);
    } else {
      this.raycaster.far = Math.min(this.raycaster.far, this.limit);
      super.test(source, instance, id);
    }
  }

  protected override accepts(hit: Intersection): boolean {
    if (!super.accepts(hit)) return false;
    if (!hidesNothing(hit.object)) return true;
    this.#others.push(hit);
    return false;
  }

  /** Adds what is visible to the result. Returns the mesh. */
  override finish(): Intersection | null {
    const mesh = super.finish();
    const end = mesh?.distance ?? Infinity;
    if (!this.raycasts.isVoid) {
      if (mesh !== null) this.#seen.addHit(mesh);
      for (const hit of this.#others) if (hit.distance <= end) this.#seen.addHit(hit);
    }
    this.#others.length = 0;
    return mesh;
  }
}
