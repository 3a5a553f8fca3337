import { type Backend, BoxScene, type FloatArray, type IndexArray, type Mesh, type TriangleVisitor } from 'slabtree';
import { isSameButMoved, type Origin } from '../meshes/geometryOrigin';
import { readVertices } from '../meshes/readTriangles';
import type { TreeOptions } from '../meshes/treeJobs';
import type { Elements } from './elements';

/**
 * From this many elements on, the tree over them is built in WebAssembly, which takes a tenth of the time. Smaller trees stay in
 * JavaScript: each WebAssembly scene has its own memory, and a browser may allow only about a hundred memories.
 */
const VERY_MANY = 2 ** 14;

/**
 * A tree over the triangles, segments or points of a geometry, in the geometry's own space. Segments and points are degenerate
 * triangles of a mesh of the core, with a repeated vertex. No ray hits a degenerate triangle, but the tree has its bounds.
 */
export interface ElementTree {
  readonly triangleCount: number;
  /** A distance from the origin that no vertex exceeds. */
  readonly extent: number;
  /** See `BoxScene.visitTriangles`. */
  visitTriangles(visitor: TriangleVisitor): void;
}

/** The mesh of a scene, and the state of the geometry from which it was made. */
interface Made {
  readonly mesh: Mesh;
  readonly isFloat32: boolean;
  readonly origin: Origin;
}

/**
 * A scene of the core with one mesh: the elements of a geometry. It stays when the geometry changes: each scene may have a
 * WebAssembly memory, and a tree over moved vertices is fitted in a tenth of the time in which it is built.
 */
export class ElementScene {
  readonly #scene: BoxScene;
  readonly #wanted: 'auto' | Backend;
  #made: Made | null = null;
  /** How many walks of the tree are under way. The tree must not change during a walk. */
  #walks = 0;

  constructor(elements: Elements, scene?: BoxScene) {
    this.#wanted = backendFor(elements);
    this.#scene = scene ?? new BoxScene({ backend: this.#wanted });
  }

  /** Returns a scene with its tree, which a thread has built. */
  static async buildAsync(elements: Elements, origin: Origin, options: TreeOptions): Promise<ElementScene> {
    const none = new Float32Array(0);
    const numbers = meshOf(elements);
    const meshes = [{ ...numbers, matrices: none }];
    const backend = backendFor(elements);
    const scene = await BoxScene.buildAsync(none, { ...options, backend, shared: false, meshes });
    const built = new ElementScene(elements, scene);
    built.#made = { mesh: scene.meshes[0], isFloat32: isFloat32(numbers.positions), origin };
    return built;
  }

  /** Whether a tree over these elements can be built in this scene now. */
  canHold(elements: Elements): boolean {
    return this.#walks === 0 && this.#wanted === backendFor(elements);
  }

  /** The tree that was built last. Null if there is none. */
  get tree(): ElementTree | null {
    return this.#made && this.#treeOf(this.#made.mesh);
  }

  /**
   * Builds the tree over elements, or fits the tree before to them. Returns null if the elements cannot have one.
   *
   * @param origin the state of the geometry of the elements.
   */
  build(elements: Elements, origin: Origin): ElementTree | null {
    try {
      if (!this.#move(elements, origin)) this.#read(elements, origin);
    } catch (error) {
      // The scene throws if a position is not finite, or if the index has a vertex that does not exist: there is then no tree.
      if (!(error instanceof RangeError)) throw error;
      return null;
    }
    return this.tree;
  }

  /** Moves the vertices of the mesh if only the positions of its geometry have changed. Returns whether the mesh can be used. */
  #move({ geometry }: Elements, origin: Origin): boolean {
    const made = this.#made;
    if (made === null || !isSameButMoved(made.origin, origin, geometry)) return false;
    const { position } = geometry.attributes;
    const positions = readVertices(position, 0, position.count);
    if (made.mesh.vertexCount !== position.count || (made.isFloat32 && !isFloat32(positions))) return false;
    this.#scene.setPositions(made.mesh, positions);
    this.#made = { ...made, origin };
    return true;
  }

  #read(elements: Elements, origin: Origin): void {
    if (this.#made !== null) this.#scene.removeMesh(this.#made.mesh);
    this.#made = null;
    const { positions, index } = meshOf(elements);
    const mesh = this.#scene.addMesh(positions, index);
    this.#made = { mesh, isFloat32: isFloat32(positions), origin };
  }

  #treeOf(mesh: Mesh): ElementTree {
    const { triangleCount, bounds } = mesh;
    const { min, max } = bounds;
    return {
      triangleCount,
      extent: Math.max(-min.x, max.x) + Math.max(-min.y, max.y) + Math.max(-min.z, max.z),
      visitTriangles: (visitor) => {
        this.#walks++;
        try {
          this.#scene.visitTriangles(mesh, visitor);
        } finally {
          this.#walks--;
        }
      },
    };
  }
}

/** Returns the elements (segments or points) of a geometry as the triangles of a mesh. */
function meshOf(elements: Elements): { positions: FloatArray; index: IndexArray } {
  const { count, size, geometry } = elements;
  const { position } = geometry.attributes;
  const index = new Uint32Array(3 * count);
  for (let element = 0, at = 0; element < count; element++) {
    for (let k = 0; k < 3; k++) index[at++] = elements.vertexOf(element, Math.min(k, size - 1));
  }
  return { positions: readVertices(position, 0, position.count), index };
}

function isFloat32(positions: FloatArray): boolean {
  return positions instanceof Float32Array;
}

function backendFor({ count }: Elements): 'auto' | Backend {
  return count < VERY_MANY ? 'js' : 'auto';
}
