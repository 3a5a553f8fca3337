import type { Intersection, Raycaster } from 'three';
import type { BoxSource, Raycastable } from '../sources/boxSource';

/**
 * Asks the objects of one index by their raycasts. A raycast may ask the index in turn, and so come back to itself without end.
 * It is not asked then. The one above it, of the object's class, is asked in its place.
 */
export class ObjectRaycasts {
  /** The objects whose raycasts have not returned yet, each asked by way of the one before. */
  readonly #underWay: BoxSource[] = [];
  /** Whose raycast has come back to itself, until it returns. What it meets is void, and so is all that is asked by way of it. */
  #circular: BoxSource | null = null;
  /** For those whose raycast has come back to itself: what has the one above, until the outermost question is answered. */
  readonly #above = new Map<BoxSource, Raycastable>();

  /** Whether an object is being asked, so that whoever asks the index now is its raycast. */
  get isRunning(): boolean {
    return this.#underWay.length > 0;
  }

  /** Whether no answer is wanted, because all that comes of it is void. */
  get isVoid(): boolean {
    return this.#circular !== null;
  }

  /** To be called when a question begins, which may be one that a raycast asks. */
  begin(): void {
    // To clear what is empty takes longer than to look.
    if (!this.isRunning && this.#above.size > 0) this.#above.clear();
  }

  /** Asks an object about an instance. */
  ask(source: BoxSource, instance: number, raycaster: Raycaster, hits: Intersection[]): void {
    if (this.isRunning && !this.#mayAsk(source)) return;
    let asked: Raycastable = this.#above.get(source) ?? source.object;
    this.#underWay.push(source);
    try {
      source.intersect(asked, instance, raycaster, hits);
      while (this.#circular === source) {
        this.#circular = null;
        hits.length = 0;
        asked = Object.getPrototypeOf(asked) as Raycastable;
        this.#above.set(source, asked);
        source.intersect(asked, instance, raycaster, hits);
      }
    } finally {
      this.#underWay.pop();
      if (this.#circular === source) this.#circular = null;
    }
  }

  /** Notes where an object is asked by way of itself. */
  #mayAsk(source: BoxSource): boolean {
    if (this.#circular === null && this.#underWay.includes(source)) this.#circular = source;
    return !this.isVoid;
  }
}
