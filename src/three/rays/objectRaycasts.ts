import type { PlacedGeometry } from '../meshes/placedGeometry';
import type { BoxScene } from 'slabtree';
import type { Intersection, Object3D, Ray, Raycaster } from 'three';
import type { TrianglesAlong } from '../../bvh/meshes/trianglesAlong';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import { type GeometryMesh, type GeometryMeshes, hasAlignedGroups } from '../meshes/geometryMeshes';
import type { BoxSource } from '../sources/boxSource';
import { callRaycast, type RaycastHolder } from '../sources/callRaycast';
import { before, beyond, NO_BOX, usableLength } from './rayRange';
import { TriangleIntersections } from './triangleIntersections';

const NO_TRIANGLES: TrianglesAlong = { candidates: [], bound: -Infinity };

/**
 * Calls three.js's arithmetic for triangles, and the raycasts of objects for everything else.
 *
 * A raycast may query the index in turn, which would call that raycast again, without end. It is not called again. The raycast of
 * the object's class, the next one up the prototype chain, is called in its place.
 */
export class ObjectRaycasts {
  readonly #internals: SceneInternals;
  readonly #meshes: GeometryMeshes;
  #intersections: TriangleIntersections | undefined;
  /** The objects whose raycasts are running. Each raycast was called by way of the one before. */
  readonly #running: Object3D[] = [];
  /** An object whose raycast has led back to itself, until it returns. Its hits are void, and so is every search that it starts. */
  #circular: Object3D | null = null;
  /** For each raycast that led back to itself, the holder of the next one up, until the outermost search ends. */
  readonly #above = new Map<Object3D, RaycastHolder>();

  constructor(scene: BoxScene, meshes: GeometryMeshes) {
    this.#internals = scene[INTERNALS];
    this.#meshes = meshes;
  }

  /** Whether a raycast is running: then that raycast is the caller of the index. */
  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Whether answers are void, and so not worth finding. */
  get isVoid(): boolean {
    return this.#circular !== null;
  }

  /** Returns the object, or the prototype of its class whose raycast is called in place of its own. */
  holderOf(object: Object3D): RaycastHolder {
    return this.#above.get(object) ?? object;
  }

  /** Call it when a search ends, also when a raycast has started it, or when it throws. */
  end(): void {
    // Clearing an empty map takes longer than reading its size.
    if (!this.isRunning && this.#above.size > 0) this.#above.clear();
  }

  /**
   * Returns the mesh of the triangles of a placed geometry, and links the box to it. Null if three.js must test all triangles.
   *
   * @param id the box, or NO_BOX.
   */
  meshOf(placed: PlacedGeometry, id: number): GeometryMesh | null {
    const mesh = id === NO_BOX ? null : this.#meshes.linkForRay(id, placed.geometry);
    if (mesh === null || !Array.isArray(placed.material)) return mesh;
    return hasAlignedGroups(placed.geometry, mesh.start) ? mesh : null;
  }

  /** Whether two boxes have the same matrix and are linked to the same mesh. */
  areSame(id: number, other: number): boolean {
    const { boxes, links } = this.#internals;
    return id !== NO_BOX && links.meshOf(id) === links.meshOf(other) && boxes.areSame(id, other);
  }

  /**
   * Returns the triangles of a linked box that a ray may hit, sorted by the least t of the hit: see `linkedTrianglesAlong` of a
   * scene's internals.
   */
  trianglesOf(id: number, ray: Ray, tMin: number, tMax: number, isClosest: boolean): TrianglesAlong | null {
    return tMin <= tMax ? this.#internals.linkedTrianglesAlong(id, ray, tMin, tMax, isClosest) : NO_TRIANGLES;
  }

  /** Adds three.js's hits of an instance: of some triangles of its mesh, or of all triangles if `mesh` is null. */
  intersectTriangles(
    source: BoxSource,
    instance: number,
    placed: PlacedGeometry,
    mesh: GeometryMesh | null,
    triangles: readonly number[],
    raycaster: Raycaster,
    hits: Intersection[],
  ): void {
    // Made when it is first needed, because it is a Mesh.
    const intersections = (this.#intersections ??= new TriangleIntersections());
    if (mesh === null) intersections.intersectAll(placed, raycaster, hits);
    else intersections.intersect(placed, mesh, triangles, raycaster, hits);
    nameHits(hits, source, instance);
  }

  /**
   * Adds the hits of an object's raycast: of one instance, or of the whole object if it is given without its source. Returns
   * whether `Raycaster` descends to the children of the object.
   *
   * @param id the box of the instance, or NO_BOX.
   */
  raycast(
    object: Object3D,
    source: BoxSource | null,
    instance: number,
    id: number,
    raycaster: Raycaster,
    hits: Intersection[],
  ): boolean {
    if (this.isRunning && !this.#mayRun(object)) return true;
    let holder = this.holderOf(object);
    this.#running.push(object);
    try {
      let answer = this.#intersect(object, holder, source, instance, id, raycaster, hits);
      while (this.#circular === object) {
        this.#circular = null;
        hits.length = 0;
        holder = Object.getPrototypeOf(holder) as RaycastHolder;
        this.#above.set(object, holder);
        answer = this.#intersect(object, holder, source, instance, id, raycaster, hits);
      }
      return answer !== false;
    } finally {
      this.#running.pop();
      if (this.#circular === object) this.#circular = null;
    }
  }

  /** Returns whether a raycast may be called. If it is running already, its object is circular. */
  #mayRun(object: Object3D): boolean {
    if (this.#circular === null && this.#running.includes(object)) this.#circular = object;
    return !this.isVoid;
  }

  /** Adds all hits of an object or an instance. Returns what its raycast returns. */
  #intersect(
    object: Object3D,
    holder: RaycastHolder,
    source: BoxSource | null,
    instance: number,
    id: number,
    raycaster: Raycaster,
    hits: Intersection[],
  ): unknown {
    if (source === null) return callRaycast(holder, object, raycaster, hits);
    const placed = source.triangles?.(holder, instance);
    if (placed === null || placed === undefined) return source.intersect(holder, raycaster, hits);
    const mesh = this.meshOf(placed, id);
    const { ray, near, far } = raycaster;
    const length = usableLength(ray.direction);
    const size = ray.origin.length();
    const along = mesh && this.trianglesOf(id, ray, before(near, size) / length, beyond(far, size) / length, false);
    const triangles = along?.candidates.map(({ triangle }) => triangle).sort((a, b) => a - b);
    const listed = triangles === undefined ? null : mesh;
    this.intersectTriangles(source, instance, placed, listed, triangles ?? [], raycaster, hits);
    return undefined;
  }
}

/** Writes the object and the instance to hits. */
function nameHits(hits: readonly Intersection[], { object, instanceName }: BoxSource, instance: number): void {
  for (const hit of hits) {
    hit.object = object;
    // Written by name, which is faster than by a variable.
    if (instanceName === 'instanceId') hit.instanceId = instance;
    else if (instanceName === 'batchId') hit.batchId = instance;
  }
}
