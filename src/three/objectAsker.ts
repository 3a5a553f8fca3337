import type { Intersection, Raycaster } from 'three';
import type { BoxSource } from './boxSource';
import { type OwnRaycast, ownRaycast, raycastAbove } from './ownRaycast';

/**
 * Asks the objects of one index by their raycasts. A raycast may ask the index in turn, and so may come back to itself without
 * end: then it is not asked. The raycast above it, that of the object's class, is asked in its place.
 */
export class ObjectAsker {
  /** The objects whose raycasts have not returned yet: each was asked by way of the one before. */
  readonly #underWay: BoxSource[] = [];
  /** The object whose raycast has come back to itself, until it returns. What it meets, and what was asked by way of it, is void. */
  #circular: BoxSource | null = null;
  /** What is asked of the objects whose raycasts have come back to themselves, until the outermost question is answered. */
  readonly #instead = new Map<BoxSource, OwnRaycast>();

  /** Whether no answer is wanted, because all that comes of it is void. */
  get isVoid(): boolean {
    return this.#circular !== null;
  }

  /** Whether an object is being asked, so that whoever asks the index now is its raycast. */
  get isAsking(): boolean {
    return this.#underWay.length > 0;
  }

  /** To be called when a question begins, which may be one that a raycast asks. */
  begin(): void {
    if (!this.isAsking) this.#instead.clear();
  }

  /** Asks an object about an instance. */
  ask(source: BoxSource, instance: number, raycaster: Raycaster, hits: Intersection[]): void {
    if (this.isVoid) return;
    if (this.#underWay.includes(source)) {
      this.#circular = source;
      return;
    }
    let raycast = this.#instead.get(source) ?? ownRaycast(source.object);
    while (!this.#hasReturned(raycast, source, instance, raycaster, hits)) {
      hits.length = 0;
      raycast = raycastAbove(source.object, raycast);
      this.#instead.set(source, raycast);
    }
  }

  /** Asks by one raycast; returns false where that has come back to itself. */
  #hasReturned(
    raycast: OwnRaycast,
    source: BoxSource,
    instance: number,
    raycaster: Raycaster,
    hits: Intersection[],
  ): boolean {
    this.#underWay.push(source);
    let isCircular = false;
    try {
      source.intersect(raycast, instance, raycaster, hits);
    } finally {
      this.#underWay.pop();
      isCircular = this.#circular === source;
      if (isCircular) this.#circular = null;
    }
    return !isCircular;
  }
}
