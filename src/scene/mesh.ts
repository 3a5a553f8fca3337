import type { MeshStore } from '../bvh/meshes/meshStore';
import type { StoredMesh } from '../bvh/meshes/storedMesh';
import { isObject, show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import type { Aabb } from '../primitives/shapes/aabb';
import { vec3 } from '../primitives/shapes/vec3';

/**
 * A mesh of triangles, which a scene can place any number of times: see {@link BoxScene.addMesh}. The triangles are
 * numbered from 0 in the order in which they were given.
 */
export interface Mesh {
  /** How many triangles the mesh has. */
  readonly triangleCount: number;
  /** How many vertices the mesh has. `setPositions` takes three numbers for each vertex. */
  readonly vertexCount: number;
  /** The smallest axis-aligned box around all triangles of the mesh, in the mesh's own space. */
  readonly bounds: Aabb;
  /**
   * Whether each edge has as many triangles one way as the other, so that the mesh has an inside: see {@link BoxScene.contains}. Edges
   * are the same if the coordinates of both ends are equal, whatever the index is. Found when it is first read, and again after
   * `setPositions`: 1,000,000 triangles take about a quarter of a second.
   */
  readonly isClosed: boolean;
}

/** The object that a user holds for a mesh of a scene. */
class SceneMesh extends Inspected implements Mesh {
  readonly #stored: StoredMesh;

  constructor(stored: StoredMesh) {
    super();
    this.#stored = stored;
  }

  /** Returns the stored mesh behind a user's Mesh object, or null if the argument is not a Mesh object. */
  static storedOf(mesh: unknown): StoredMesh | null {
    return isObject(mesh) && #stored in mesh ? mesh.#stored : null;
  }

  get triangleCount(): number {
    return this.#stored.triangleCount;
  }

  get vertexCount(): number {
    return this.#stored.vertexCount;
  }

  get bounds(): Aabb {
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#stored.bounds;
    return { min: vec3(minX, minY, minZ), max: vec3(maxX, maxY, maxZ) };
  }

  get isClosed(): boolean {
    // The memory of a removed mesh is free.
    if (this.#stored.corners.length > 0) return this.#stored.isClosed;
    throw new RangeError('isClosed needs a mesh of a scene, got one that was removed: read it before');
  }

  /** @internal The name that a console shows for the mesh. */
  get inspectedName(): string {
    return 'Mesh';
  }

  /** @internal Returns what a console shows for the mesh. */
  inspected(): object {
    const { triangleCount, vertexCount, bounds } = this;
    return { triangleCount, vertexCount, bounds };
  }
}

/** The Mesh objects that users hold for the meshes of a scene. A mesh has the same object at all times. */
export class MeshHandles {
  readonly #meshes: MeshStore;
  /** The Mesh objects, indexed by the numbers of the meshes. */
  readonly #handles: Mesh[] = [];

  constructor(meshes: MeshStore) {
    this.#meshes = meshes;
  }

  handleOf(stored: StoredMesh): Mesh {
    const handle = this.#handles[stored.number];
    return SceneMesh.storedOf(handle) === stored ? handle : (this.#handles[stored.number] = new SceneMesh(stored));
  }

  /** Returns the stored mesh behind a user's Mesh object. Throws unless the object is a mesh of this scene. */
  storedMesh(mesh: Mesh): StoredMesh {
    const stored = SceneMesh.storedOf(mesh);
    if (stored === null) {
      const remedy = ArrayBuffer.isView(mesh) || Array.isArray(mesh) ? ': give the mesh first, then the matrix' : '';
      throw new TypeError(`mesh must be what addMesh returned, got ${show(mesh)}${remedy}`);
    }
    if (this.#meshes.inOrder.has(stored)) return stored;
    throw new RangeError('mesh must be a mesh of this scene, got one of another scene, or one that was removed');
  }
}
