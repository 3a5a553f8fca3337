import { type Backend, BoxScene, type BuildMesh, type Mesh } from 'slabtree';
import type { BufferGeometry } from 'three';
import { extentOf } from './extentOf';
import { isReadable, isSameButMoved, isUpToDate, type Origin, originOf } from './geometryOrigin';
import { type Attribute, type DrawnRange, type GeometryTriangles, readTriangles, readVertices } from './readTriangles';
import type { TreeJob, TreeOptions } from './treeJobs';

/** The tree over the triangles of a geometry. */
export interface GeometryMesh {
  readonly scene: BoxScene;
  readonly mesh: Mesh;
  /** The one instance of the mesh, which is not moved: its world is the space of the geometry. */
  readonly id: number;
  /** No vertex is farther from the origin. */
  readonly extent: number;
  /** Triangle n begins at `start + 3·n`: that is a place in the geometry's index, or a vertex if there is none. */
  readonly start: number;
  /** The first vertex of the geometry that the mesh has. */
  readonly first: number;
}

/** Null in place of a mesh: its triangles cannot be in a tree. */
interface Kept {
  origin: Origin;
  mesh: GeometryMesh | null;
}

/**
 * The trees over the triangles of geometries, one for all that share a geometry. Each is made when it is first needed, and brought
 * up to date when an attribute has a new version, or the draw range has changed. It goes when the geometry is disposed of, or is
 * no longer used.
 */
export class GeometryMeshes {
  readonly #backend: 'auto' | Backend;
  #scene: BoxScene | undefined;
  readonly #kept = new WeakMap<BufferGeometry, Kept>();
  readonly #unused = new FinalizationRegistry(release);
  readonly #dispose = ({ target }: { readonly target: BufferGeometry }): void => {
    const kept = this.#kept.get(target);
    if (kept === undefined) return;
    release(kept);
    this.#kept.delete(target);
    // Otherwise what it was made from would stay as long as the geometry.
    this.#unused.unregister(kept);
  };

  constructor(backend: 'auto' | Backend) {
    this.#backend = backend;
  }

  /**
   * The tree over the triangles that a geometry draws, as they are now. Null if there are none, or if a tree cannot have them,
   * because they are not finite, for example. three.js's own loop goes on then.
   *
   * Do not call it while a tree is being walked.
   */
  of(geometry: BufferGeometry): GeometryMesh | null {
    const kept = this.#kept.get(geometry);
    if (kept !== undefined && isUpToDate(kept.origin, geometry)) return kept.mesh;
    return this.#make(geometry, kept);
  }

  /** A thread makes the trees of geometries that have none: see {@link BoxScene.buildAsync}. */
  jobFor(geometries: Iterable<BufferGeometry>): TreeJob {
    const all = new Set(geometries);
    let size = 1;
    for (const geometry of all) size += countOf(geometry);
    return { size, run: (options) => this.#prepare(all, options) };
  }

  async #prepare(geometries: Iterable<BufferGeometry>, options: TreeOptions): Promise<void> {
    const made: [geometry: BufferGeometry, origin: Origin, first: number][] = [];
    const meshes: BuildMesh[] = [];
    for (const geometry of geometries) {
      const kept = this.#kept.get(geometry);
      if (!isWorthwhile(geometry) || !isReadable(geometry)) continue;
      if (kept !== undefined && isUpToDate(kept.origin, geometry)) continue;
      const origin = originOf(geometry);
      const triangles = readTriangles(geometry, origin);
      if (triangles === null || !isFinite(triangles)) continue;
      const { first, ...mesh } = triangles;
      made.push([geometry, origin, first]);
      meshes.push(mesh);
    }
    const backend = this.#backend;
    const scene = await BoxScene.buildAsync(new Float32Array(0), { ...options, backend, shared: false, meshes });
    scene.meshes.forEach((mesh, id) => {
      const [geometry, origin, first] = made[id];
      const kept = this.#kept.get(geometry) ?? this.#keep(geometry, origin);
      release(kept);
      kept.origin = origin;
      kept.mesh = placed(scene, mesh, id, origin, first);
    });
  }

  #keep(geometry: BufferGeometry, origin: Origin): Kept {
    const kept: Kept = { origin, mesh: null };
    this.#kept.set(geometry, kept);
    this.#unused.register(geometry, kept, kept);
    geometry.addEventListener('dispose', this.#dispose);
    return kept;
  }

  #make(geometry: BufferGeometry, kept: Kept | undefined): GeometryMesh | null {
    if (!isReadable(geometry)) return null;
    const { position } = geometry.attributes;
    const origin = originOf(geometry);
    kept ??= this.#keep(geometry, origin);
    const was = kept.origin;
    kept.origin = origin;
    if (kept.mesh !== null && isSameButMoved(was, origin, geometry)) {
      try {
        const { scene, mesh, id, first } = kept.mesh;
        scene.setPositions(mesh, readVertices(position, first, mesh.vertexCount));
        kept.mesh = placed(scene, mesh, id, origin, first);
        return kept.mesh;
      } catch {
        // Other kinds of numbers, or numbers that are not finite.
      }
    }
    release(kept);
    const triangles = readTriangles(geometry, origin);
    if (triangles === null) return null;
    const scene = (this.#scene ??= new BoxScene({ backend: this.#backend }));
    try {
      const mesh = scene.addMesh(triangles.positions, triangles.index);
      kept.mesh = placed(scene, mesh, scene.addInstance(mesh), origin, triangles.first);
    } catch (error) {
      // Numbers that are not finite, or no room.
      if (!(error instanceof RangeError)) throw error;
    }
    return kept.mesh;
  }
}

const stores = /* @__PURE__ */ new Map<'auto' | Backend, GeometryMeshes>();

/** The trees that all indexes with a backend share. */
export function geometryMeshesOf(backend: 'auto' | Backend): GeometryMeshes {
  const meshes = stores.get(backend) ?? new GeometryMeshes(backend);
  stores.set(backend, meshes);
  return meshes;
}

/** three.js's own loop is as fast for so few triangles. */
export const FEW = 16;
/** As above, if only the closest hit is wanted: the tree finds it in one call, and three.js tests one triangle. */
export const FEW_FOR_CLOSEST = 4;

/** Whether a tree is faster than a loop over all triangles. */
export function isWorthwhile(geometry: BufferGeometry, few = FEW): boolean {
  return countOf(geometry) > 3 * few;
}

function countOf({ attributes, index }: BufferGeometry): number {
  return (index ?? (attributes.position as Attribute | undefined))?.count ?? 0;
}

function placed(scene: BoxScene, mesh: Mesh, id: number, { start }: DrawnRange, first: number): GeometryMesh {
  return { scene, mesh, id, extent: extentOf(mesh), start, first };
}

function release(kept: Kept): void {
  if (kept.mesh === null) return;
  const { scene, mesh, id } = kept.mesh;
  kept.mesh = null;
  scene.remove(id);
  scene.removeMesh(mesh);
}

function isFinite({ positions }: GeometryTriangles): boolean {
  // 0 times any other number is NaN.
  let sum = 0;
  for (const number of positions) sum += 0 * number;
  return sum === 0;
}
