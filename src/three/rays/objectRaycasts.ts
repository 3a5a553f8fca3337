import type { Intersection, Raycaster } from 'three';
import type { BoxSource, RaycastHolder } from '../sources/boxSource';

/**
 * Calls the raycasts of an index's objects.
 *
 * A raycast may ask the index in turn, which would call that raycast again, without end. It is not called again. The raycast of
 * the object's class, the next one up the prototype chain, answers in its place.
 */
export class ObjectRaycasts {
  /** The objects whose raycasts are running. Each raycast was called by way of the one before. */
  readonly #running: BoxSource[] = [];
  /** An object whose raycast has led back to itself, until it returns. Its hits are void; so is every question that it asks. */
  #circular: BoxSource | null = null;
  /** For each raycast that led back to itself, the holder of the next one up. Kept until the outermost question is answered. */
  readonly #above = new Map<BoxSource, RaycastHolder>();

  /** Whether a raycast is running: then it is that raycast that asks the index. */
  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Whether answers are void, and so not worth finding. */
  get isVoid(): boolean {
    return this.#circular !== null;
  }

  /** Call it when a question begins, also when a raycast asks it. */
  begin(): void {
    // Clearing an empty map takes longer than reading its size.
    if (!this.isRunning && this.#above.size > 0) this.#above.clear();
  }

  /** Asks an object about one instance. */
  ask(source: BoxSource, instance: number, raycaster: Raycaster, hits: Intersection[]): void {
    if (this.isRunning && !this.#mayAsk(source)) return;
    let holder: RaycastHolder = this.#above.get(source) ?? source.object;
    this.#running.push(source);
    try {
      source.intersect(holder, instance, raycaster, hits);
      while (this.#circular === source) {
        this.#circular = null;
        hits.length = 0;
        holder = Object.getPrototypeOf(holder) as RaycastHolder;
        this.#above.set(source, holder);
        source.intersect(holder, instance, raycaster, hits);
      }
    } finally {
      this.#running.pop();
      if (this.#circular === source) this.#circular = null;
    }
  }

  /** Notes an object whose raycast has led back to itself. */
  #mayAsk(source: BoxSource): boolean {
    if (this.#circular === null && this.#running.includes(source)) this.#circular = source;
    return !this.isVoid;
  }
}
