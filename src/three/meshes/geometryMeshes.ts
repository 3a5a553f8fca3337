import { type Backend, BoxScene, type Mesh } from 'slabtree';
import type { BufferAttribute, BufferGeometry } from 'three';
import { type Attribute, type DrawnRange, drawnRange, readTriangles, readVertices } from './readTriangles';

/** The tree over the triangles of a geometry. */
export interface GeometryMesh {
  readonly scene: BoxScene;
  readonly mesh: Mesh;
  /** The one instance of the mesh, which is not moved: its world is the space of the geometry. */
  readonly id: number;
  /** A bit that only this instance has. A ray with this mask meets nothing else. */
  readonly mask: number;
  /** Triangle n begins at `start + 3·n`: that is a place in the geometry's index, or a vertex if there is none. */
  readonly start: number;
  /** The first vertex of the geometry that the mesh has. */
  readonly first: number;
}

const ALL_BITS = 0xffffffff;

/** What a mesh was made from. */
interface Origin extends DrawnRange {
  readonly position: Attribute;
  readonly positionVersion: number;
  readonly index: BufferAttribute | null;
  readonly indexVersion: number;
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
  /** The masks that are free in each scene. */
  readonly #free = new Map<BoxScene, number>();
  readonly #kept = new WeakMap<BufferGeometry, Kept>();
  readonly #unused = new FinalizationRegistry((kept: Kept) => {
    this.#release(kept);
  });
  readonly #dispose = ({ target }: { readonly target: BufferGeometry }): void => {
    const kept = this.#kept.get(target);
    if (kept !== undefined) this.#release(kept);
    this.#kept.delete(target);
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

  #make(geometry: BufferGeometry, kept: Kept | undefined): GeometryMesh | null {
    const position = geometry.attributes.position as Attribute | undefined;
    if (position === undefined || !('getX' in position)) return null;
    const { index } = geometry;
    const range = drawnRange(geometry);
    const origin = {
      ...range,
      position,
      positionVersion: versionOf(position),
      index,
      indexVersion: index?.version ?? 0,
    };
    if (kept === undefined) {
      const made: Kept = { origin, mesh: null };
      this.#kept.set(geometry, made);
      this.#unused.register(geometry, made);
      geometry.addEventListener('dispose', this.#dispose);
      kept = made;
    }
    const was = kept.origin;
    kept.origin = origin;
    if (kept.mesh !== null && isSameButMoved(was, origin)) {
      const { scene, mesh, first } = kept.mesh;
      try {
        scene.setPositions(mesh, readVertices(position, first, mesh.vertexCount));
        return kept.mesh;
      } catch {
        // Other kinds of numbers, or numbers that are not finite.
      }
    }
    this.#release(kept);
    const triangles = readTriangles(geometry, range);
    if (triangles === null) return null;
    const scene = this.#sceneWithRoom();
    try {
      const mesh = scene.addMesh(triangles.positions, triangles.index);
      const mask = this.#takeMask(scene);
      const id = scene.addInstance(mesh, undefined, mask);
      kept.mesh = { scene, mesh, id, mask, start: range.start, first: triangles.first };
    } catch (error) {
      // Numbers that are not finite, or no room.
      if (!(error instanceof RangeError)) throw error;
    }
    return kept.mesh;
  }

  #sceneWithRoom(): BoxScene {
    for (const [scene, free] of this.#free) if (free !== 0) return scene;
    const scene = new BoxScene({ backend: this.#backend });
    this.#free.set(scene, ALL_BITS);
    return scene;
  }

  /** The lowest bit that is free. */
  #takeMask(scene: BoxScene): number {
    const free = this.#free.get(scene) ?? 0;
    const mask = (free & -free) >>> 0;
    this.#free.set(scene, (free ^ mask) >>> 0);
    return mask;
  }

  #release(kept: Kept): void {
    if (kept.mesh === null) return;
    const { scene, mesh, id, mask } = kept.mesh;
    kept.mesh = null;
    scene.remove(id);
    scene.removeMesh(mesh);
    this.#free.set(scene, ((this.#free.get(scene) ?? 0) | mask) >>> 0);
  }
}

const stores = /* @__PURE__ */ new Map<'auto' | Backend, GeometryMeshes>();

/** The trees that all indexes with a backend share. */
export function geometryMeshesOf(backend: 'auto' | Backend): GeometryMeshes {
  const meshes = stores.get(backend) ?? new GeometryMeshes(backend);
  stores.set(backend, meshes);
  return meshes;
}

function isUpToDate(was: Origin, geometry: BufferGeometry): boolean {
  const { index, attributes } = geometry;
  const position = attributes.position as Attribute | undefined;
  if (was.position !== position || was.index !== index) return false;
  if (was.positionVersion !== versionOf(position) || was.indexVersion !== (index?.version ?? 0)) return false;
  const { start, end } = drawnRange(geometry);
  return was.start === start && was.end === end;
}

function isSameButMoved(was: Origin, now: Origin): boolean {
  return (
    was.index === now.index && was.indexVersion === now.indexVersion && was.start === now.start && was.end === now.end
  );
}

/** Grows each time three.js is told that the numbers have changed. */
export function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
