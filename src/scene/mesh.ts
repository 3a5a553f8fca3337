import type { StoredMesh } from '../bvh/meshes/storedMesh';
import { isObject } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import type { Aabb } from '../primitives/shapes/aabb';
import { vec3 } from '../primitives/shapes/vec3';

/**
 * Triangles that a scene knows, and can place any number of times: see `BoxScene.addMesh`. The triangles are numbered from 0
 * in the order in which they were given.
 */
export interface Mesh {
  /** How many triangles it has. */
  readonly triangleCount: number;
  /** How many vertices it has: `setPositions` wants three numbers for each. */
  readonly vertexCount: number;
  /** The smallest axis-aligned box around all triangles, in the mesh's own space. */
  readonly bounds: Aabb;
}

/** The meshes of a scene, as users hold them. */
export class SceneMesh extends Inspected implements Mesh {
  readonly #stored: StoredMesh;

  constructor(stored: StoredMesh) {
    super();
    this.#stored = stored;
  }

  /** What a scene has stored for a mesh. Null if it is not a mesh. */
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

  /** @internal */
  get inspectedName(): string {
    return 'Mesh';
  }

  /** @internal */
  inspected(): object {
    const { triangleCount, vertexCount, bounds } = this;
    return { triangleCount, vertexCount, bounds };
  }
}
