import type { Intersection, Object3D, Raycaster } from 'three';
import { TriangleRaycasts } from '../meshes/triangleRaycasts';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import type { BoxSource, RaycastHolder } from '../sources/boxSource';

/**
 * Calls the raycasts of an index's objects.
 *
 * A raycast may ask the index in turn, which would call that raycast again, without end. It is not called again. The raycast of
 * the object's class, the next one up the prototype chain, answers in its place.
 */
export class ObjectRaycasts {
  readonly #meshes: GeometryMeshes;
  #triangles: TriangleRaycasts | undefined;
  /** The objects whose raycasts are running. Each raycast was called by way of the one before. */
  readonly #running: Object3D[] = [];
  /** An object whose raycast has led back to itself, until it returns. Its hits are void; so is every question that it asks. */
  #circular: Object3D | null = null;
  /** For each raycast that led back to itself, the holder of the next one up. Kept until the outermost question is answered. */
  readonly #above = new Map<Object3D, RaycastHolder>();

  constructor(meshes: GeometryMeshes) {
    this.#meshes = meshes;
  }

  /** Whether a raycast is running: then it is that raycast that asks the index. */
  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Whether answers are void, and so not worth finding. */
  get isVoid(): boolean {
    return this.#circular !== null;
  }

  /** The object, or the prototype of its class whose raycast answers in place of its own. */
  holderOf(object: Object3D): RaycastHolder {
    return this.#above.get(object) ?? object;
  }

  /** Call it when a question ends, also when a raycast has asked it, or when it throws. */
  end(): void {
    // Clearing an empty map takes longer than reading its size.
    if (!this.isRunning && this.#above.size > 0) this.#above.clear();
  }

  /**
   * Asks for the closest hits of an instance of which three.js itself would test triangle after triangle: see
   * {@link TriangleRaycasts.closest}.
   *
   * @returns undefined if the object's raycast does anything else.
   */
  closest(
    source: BoxSource,
    instance: number,
    raycaster: Raycaster,
    hits: Intersection[],
    limit: number,
    from: number,
  ): number | undefined {
    const placed = source.triangles?.(source.object, instance);
    if (placed === null || placed === undefined) return undefined;
    // This raycast does not ask the index.
    if (this.isVoid) return Infinity;
    const next = this.#trees.closest(placed, raycaster, hits, limit, from);
    name(hits, source, instance);
    return next;
  }

  /**
   * Asks an object about one instance, or as a whole if it is given without its source. Returns whether `Raycaster` goes on to
   * what is below the object.
   */
  ask(
    object: Object3D,
    source: BoxSource | null,
    instance: number,
    raycaster: Raycaster,
    hits: Intersection[],
  ): boolean {
    if (this.isRunning && !this.#mayAsk(object)) return true;
    let holder = this.holderOf(object);
    this.#running.push(object);
    try {
      let answer = this.#intersect(object, holder, source, instance, raycaster, hits);
      while (this.#circular === object) {
        this.#circular = null;
        hits.length = 0;
        holder = Object.getPrototypeOf(holder) as RaycastHolder;
        this.#above.set(object, holder);
        answer = this.#intersect(object, holder, source, instance, raycaster, hits);
      }
      return answer !== false;
    } finally {
      this.#running.pop();
      if (this.#circular === object) this.#circular = null;
    }
  }

  /** Notes an object whose raycast has led back to itself. */
  #mayAsk(object: Object3D): boolean {
    if (this.#circular === null && this.#running.includes(object)) this.#circular = object;
    return !this.isVoid;
  }

  /** Made when it is first needed: it is a Mesh. */
  get #trees(): TriangleRaycasts {
    return (this.#triangles ??= new TriangleRaycasts(this.#meshes));
  }

  /** The one place where an object is asked for all its hits. Returns what its raycast returns. */
  #intersect(
    object: Object3D,
    holder: RaycastHolder,
    source: BoxSource | null,
    instance: number,
    raycaster: Raycaster,
    hits: Intersection[],
  ): unknown {
    if (source === null) return holder.raycast?.call(object, raycaster, hits);
    const placed = source.triangles?.(holder, instance);
    if (placed === null || placed === undefined) return source.intersect(holder, raycaster, hits);
    this.#trees.all(placed, raycaster, hits);
    name(hits, source, instance);
    return undefined;
  }
}

/** Tells hits which object and instance they are of. */
function name(hits: readonly Intersection[], { object, instanceName }: BoxSource, instance: number): void {
  for (const hit of hits) {
    hit.object = object;
    // Written by name, which is faster than by a variable.
    if (instanceName === 'instanceId') hit.instanceId = instance;
    else if (instanceName === 'batchId') hit.batchId = instance;
  }
}
