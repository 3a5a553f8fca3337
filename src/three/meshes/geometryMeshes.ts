import { type Backend, BoxScene, type BuildMesh } from 'slabtree';
import type { BufferGeometry } from 'three';
import { MeshSources } from '../../bvh/meshes/meshSources';
import type { StoredMesh } from '../../bvh/meshes/storedMesh';
import type { TriangleVisitor } from '../../bvh/meshes/visitTriangles';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import { isReadable, isSameButMoved, isUpToDate, type Origin, originOf } from './geometryOrigin';
import { type Attribute, type GeometryTriangles, readTriangles, readVertices } from './readTriangles';
import type { TreeJob, TreeOptions } from './treeJobs';

/** The triangles of a geometry as a mesh, with the tree over them, in the memory of an index's boxes. */
export class GeometryMesh {
  readonly stored: StoredMesh;
  /** Triangle n begins at `start + 3·n`: a place in the index of the geometry, or a vertex if there is no index. */
  readonly start: number;
  /** The first vertex of the geometry that the mesh has. */
  readonly first: number;
  readonly #internals: SceneInternals;
  readonly #source: Source;

  constructor(internals: SceneInternals, stored: StoredMesh, source: Source, first: number) {
    this.#internals = internals;
    this.#source = source;
    this.stored = stored;
    this.start = source.origin.start;
    this.first = first;
  }

  /** Whether this is the mesh of a geometry as it was at the last update of the index. */
  isOf({ index, attributes }: BufferGeometry): boolean {
    const { origin } = this.#source;
    return origin.position === attributes.position && origin.index === index;
  }

  /** Whether this is still the mesh of its geometry, which has not been read anew since, or disposed of. */
  get isCurrent(): boolean {
    return this.#source.mesh === this;
  }

  /** Whether no box of the geometry has to be checked for changes: see MeshLinks. */
  get isVerified(): boolean {
    return this.#internals.links.isVerified(this.stored);
  }

  /** Returns the number that three.js gives to a triangle of the mesh: `faceIndex` of an `Intersection`. */
  faceIndex(triangle: number): number {
    return Math.floor((this.start + 3 * triangle) / 3);
  }

  get triangleCount(): number {
    return this.stored.triangleCount;
  }

  get extent(): number {
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.stored.bounds;
    return Math.max(-minX, maxX) + Math.max(-minY, maxY) + Math.max(-minZ, maxZ);
  }

  visitTriangles(visitor: TriangleVisitor): void {
    this.#internals.visitTriangles(this.stored, visitor);
  }
}

/** The state of a geometry from which its mesh was made. */
interface Source {
  origin: Origin;
  /** Null if the triangles cannot be a mesh. */
  mesh: GeometryMesh | null;
}

/**
 * The meshes of an index: the triangles of each geometry once, for all boxes that are linked to it. A mesh is made when a query
 * first needs it. For a ray, that is when the ray reaches a box of its geometry, or some rays later: see {@link LOOPED}. The first
 * ray that reaches the box after an update of the index checks whether the geometry has changed since. The mesh is freed when the
 * geometry is disposed of, or is no longer used.
 */
export class GeometryMeshes {
  readonly #internals: SceneInternals;
  readonly #backend: 'auto' | Backend;
  readonly #sources: MeshSources<BufferGeometry, Source>;
  /** The meshes by the number of the link. Reading a WeakMap takes longer. */
  readonly #byNumber: (GeometryMesh | undefined)[] = [];
  /** How many rays have looped over a geometry of few triangles that has no mesh yet. */
  readonly #loops = new WeakMap<BufferGeometry, number>();
  readonly #dispose = disposeListener(new WeakRef(this));

  constructor(scene: BoxScene, backend: 'auto' | Backend) {
    this.#internals = scene[INTERNALS];
    this.#backend = backend;
    this.#sources = new MeshSources(this.#internals.links, (number) => {
      this.#byNumber[number] = undefined;
    });
  }

  /** Frees the mesh of a geometry that has been disposed of. */
  dispose(geometry: BufferGeometry): void {
    this.#sources.delete(geometry);
  }

  /**
   * Returns the mesh of the triangles that a geometry draws, as they are now. Null if there are none, or if a mesh cannot have
   * them, because they are not finite, for example.
   */
  of(geometry: BufferGeometry): GeometryMesh | null {
    const source = this.#sources.get(geometry);
    if (source !== undefined && isUpToDate(source.origin, geometry)) return source.mesh;
    return this.#make(geometry, source);
  }

  /**
   * Links a box to the mesh of its geometry as it is now, and returns the mesh. Null if there is no such mesh, or if the box is not
   * oriented: the matrix of its object is not affine, or has no inverse.
   */
  link(id: number, geometry: BufferGeometry): GeometryMesh | null {
    return this.#verifiedMesh(id, geometry) ?? this.#link(id, geometry);
  }

  /** Does {@link link} for a ray that has reached the box. Null, too, if the ray is to loop over the triangles: see {@link LOOPED}. */
  linkForRay(id: number, geometry: BufferGeometry): GeometryMesh | null {
    const mesh = this.#verifiedMesh(id, geometry);
    if (mesh !== null) return mesh;
    if (!this.#takesLoop(geometry)) return this.#link(id, geometry);
    // The object may have got this geometry after the last update.
    this.#internals.links.unlink(id);
    return null;
  }

  /** Returns the mesh that a box is linked to, if it is verified and the mesh of a geometry. */
  #verifiedMesh(id: number, geometry: BufferGeometry): GeometryMesh | null {
    const { links } = this.#internals;
    const mesh = this.#byNumber[links.numbers[id] - 1];
    return mesh !== undefined && links.isVerified(mesh.stored) && mesh.isOf(geometry) ? mesh : null;
  }

  /** Whether one more ray loops over the triangles of a geometry. Counts the ray. */
  #takesLoop(geometry: BufferGeometry): boolean {
    if (countOf(geometry) > 3 * LOOPED || this.#sources.get(geometry) !== undefined) return false;
    const loops = this.#loops.get(geometry) ?? 0;
    if (loops < LOOPS) this.#loops.set(geometry, loops + 1);
    else this.#loops.delete(geometry);
    return loops < LOOPS;
  }

  #link(id: number, geometry: BufferGeometry): GeometryMesh | null {
    const { links } = this.#internals;
    const mesh = this.#internals.boxes.isObb(id) ? this.of(geometry) : null;
    if (mesh === null) links.unlink(id);
    else {
      links.reserve(this.#internals.boxes.idLimit);
      links.link(id, mesh.stored);
      if (hasAlignedGroups(geometry, mesh.start)) links.verify(mesh.stored);
    }
    return mesh;
  }

  /** Makes the next rays check the geometries that they reach for changes. */
  update(): void {
    this.#internals.links.invalidate();
  }

  /** Returns a job in which a thread makes the meshes of large geometries: see {@link BoxScene.buildAsync}. */
  jobFor(geometries: Iterable<BufferGeometry>): TreeJob {
    const all = new Set(geometries);
    let size = 1;
    for (const geometry of all) size += countOf(geometry);
    return { size, run: (options) => this.#prepare(all, options) };
  }

  async #prepare(geometries: Iterable<BufferGeometry>, options: TreeOptions): Promise<void> {
    const read: [geometry: BufferGeometry, origin: Origin, first: number][] = [];
    const meshes: BuildMesh[] = [];
    for (const geometry of geometries) {
      const source = this.#sources.get(geometry);
      if (!isWorthwhile(geometry) || !isReadable(geometry)) continue;
      if (source !== undefined && isUpToDate(source.origin, geometry)) continue;
      const origin = originOf(geometry);
      const triangles = readTriangles(geometry, origin);
      if (triangles === null || !isFinite(triangles)) continue;
      const { first, ...mesh } = triangles;
      read.push([geometry, origin, first]);
      meshes.push(mesh);
    }
    const backend = this.#backend;
    const scene = await BoxScene.buildAsync(new Float32Array(0), { ...options, backend, shared: false, meshes });
    let at = 0;
    for (const built of scene[INTERNALS].meshes.inOrder) {
      const [geometry, origin, first] = read[at++];
      const source = this.#sources.get(geometry) ?? this.#add(geometry, origin);
      this.#sources.release(source);
      source.origin = origin;
      this.#set(source, this.#internals.links.copyMesh(built), first);
    }
  }

  #add(geometry: BufferGeometry, origin: Origin): Source {
    const source: Source = { origin, mesh: null };
    this.#sources.add(geometry, source);
    geometry.addEventListener('dispose', this.#dispose);
    return source;
  }

  #set(source: Source, stored: StoredMesh, first: number): void {
    source.mesh = new GeometryMesh(this.#internals, stored, source, first);
    this.#byNumber[stored.number] = source.mesh;
  }

  #make(geometry: BufferGeometry, known: Source | undefined): GeometryMesh | null {
    if (!isReadable(geometry)) return null;
    const origin = originOf(geometry);
    const source = known ?? this.#add(geometry, origin);
    const before = source.origin;
    source.origin = origin;
    try {
      if (source.mesh === null || !this.#move(source.mesh, before, origin, geometry)) this.#read(source, geometry);
    } catch (error) {
      this.#sources.release(source);
      // The numbers are not finite, or there is no room.
      if (!(error instanceof RangeError)) throw error;
    }
    return source.mesh;
  }

  /** Moves the vertices of a mesh if only the positions of its geometry have changed. Returns whether the mesh can be used. */
  #move({ stored, first }: GeometryMesh, before: Origin, now: Origin, geometry: BufferGeometry): boolean {
    if (!isSameButMoved(before, now, geometry)) return false;
    const positions = readVertices(now.position, first, stored.vertexCount);
    // The positions may not have changed: all geometries of a batch get a new version when one of them is edited.
    return this.#internals.links.setPositions(stored, positions);
  }

  /** Makes a new mesh. It gets the number of the mesh before, to which boxes are linked. */
  #read(source: Source, geometry: BufferGeometry): void {
    const triangles = readTriangles(geometry, source.origin);
    if (triangles === null || !isFinite(triangles)) {
      this.#sources.release(source);
      return;
    }
    const { positions, index = null, first } = triangles;
    const before = source.mesh?.stored ?? null;
    source.mesh = null;
    this.#set(source, this.#internals.links.addMesh(positions, index, before), first);
  }
}

/** Returns a listener that a geometry may keep without keeping the meshes of an index, and so the index, alive. */
function disposeListener(meshes: WeakRef<GeometryMeshes>) {
  return ({ target }: { readonly target: BufferGeometry }): void => {
    meshes.deref()?.dispose(target);
  };
}

/** Whether all groups of a geometry begin with a triangle of its mesh. Others are drawn, and hit, as other triangles. */
export function hasAlignedGroups({ groups }: BufferGeometry, start: number): boolean {
  for (const group of groups) if ((Math.max(group.start, start) - start) % 3 !== 0) return false;
  return true;
}

/**
 * The most triangles over which the first LOOPS rays that reach a geometry loop. Measured: making the mesh takes as long as 10 to 20
 * loops of rays that miss all triangles, and longer than that beside rays that hit.
 */
const LOOPED = 32;
const LOOPS = 16;

/** The most triangles of a geometry that select and snap, or a thread, take without a tree: a loop is as fast. */
const FEW = 16;

/** Whether a tree is faster than a loop over all triangles. */
export function isWorthwhile(geometry: BufferGeometry): boolean {
  return countOf(geometry) > 3 * FEW;
}

function countOf({ attributes, index }: BufferGeometry): number {
  return (index ?? (attributes.position as Attribute | undefined))?.count ?? 0;
}

function isFinite({ positions }: GeometryTriangles): boolean {
  // 0 times a number that is not finite is NaN. Any other product is 0.
  let sum = 0;
  // A `for … of` loop takes longer, and allocates.
  for (let i = 0; i < positions.length; i++) sum += 0 * positions[i];
  return sum === 0;
}
