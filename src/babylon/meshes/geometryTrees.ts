import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { DataBuffer } from '@babylonjs/core/Buffers/dataBuffer.js';
import type { IndicesArray } from '@babylonjs/core/types.js';
import type { BoxScene } from 'slabtree';
import type { MeshLinks } from '../../bvh/meshes/meshLinks';
import { MeshSources } from '../../bvh/meshes/meshSources';
import type { StoredMesh } from '../../bvh/meshes/storedMesh';
import { INTERNALS } from '../../scene/internals';
import { hasOwnPositions } from '../boxes/meshKind';

/** The most triangles for which a loop is as fast as a tree. */
const FEW = 32;

/** The triangles of a geometry, with the tree over them. */
export interface GeometryTree {
  readonly stored: StoredMesh;
  readonly positions: readonly Vector3[];
  /** Three numbers of vertices for each triangle. Null if each three vertices are a triangle. */
  readonly indices: IndicesArray | null;
  /** The longest edge of a triangle, on any axis. */
  readonly longestEdge: number;
}

/** The state of a geometry from which a tree was built. */
interface Source {
  indices: IndicesArray | null;
  /** The buffer of the index. Babylon.js makes a new one when an index is set, even if the array is the same with other content. */
  indexBuffer: DataBuffer | null;
  indexCount: number;
  vertexCount: number;
  /** The version of the positions: see {@link versionOf}. */
  version: number;
  /** Null if the triangles cannot be in a tree. */
  mesh: GeometryTree | null;
}

/**
 * The trees over the triangles of geometries, in the memory of an index. A tree is built when a ray first reaches a mesh of the
 * geometry, and freed when the geometry is dropped.
 */
export class GeometryTrees {
  readonly #links: MeshLinks;
  readonly #sources: MeshSources<Geometry, Source>;

  constructor(scene: BoxScene) {
    this.#links = scene[INTERNALS].links;
    this.#sources = new MeshSources(this.#links);
  }

  /**
   * Returns the tree over the triangles of a mesh as Babylon.js would test them now. Null if Babylon.js is to test them by itself:
   * they are moved by bones or morph targets, for example.
   */
  of(mesh: AbstractMesh): GeometryTree | null {
    const { geometry } = mesh;
    if (geometry === null) return null;
    if (!mesh._generatePointsArray() || hasOwnPositions(mesh, geometry)) return null;
    const positions = geometry._positions;
    if (positions === null) return null;
    const indices = indicesOf(mesh);
    if (indices === undefined) return null;
    const source = this.#sources.get(geometry);
    if (source !== undefined && isUpToDate(source, geometry, positions, indices)) return source.mesh;
    return this.#make(geometry, source, positions, indices);
  }

  #make(
    geometry: Geometry,
    known: Source | undefined,
    positions: readonly Vector3[],
    indices: IndicesArray | null,
  ): GeometryTree | null {
    const source = known ?? this.#add(geometry);
    const isSameShape = hasSameShape(source, geometry, positions, indices);
    source.indices = indices;
    source.indexBuffer = geometry.getIndexBuffer();
    source.indexCount = indices?.length ?? 0;
    source.vertexCount = positions.length;
    source.version = versionOf(positions);
    const numbers = readPositions(positions);
    const triangles = indices === null ? null : readIndices(indices, positions.length);
    const before = source.mesh?.stored ?? null;
    if (numbers === null || triangles === undefined) {
      this.#sources.release(source);
      return null;
    }
    source.mesh = null;
    const hasMoved = before !== null && isSameShape && this.#links.setPositions(before, numbers);
    const stored = hasMoved ? before : this.#links.addMesh(numbers, triangles, before);
    source.mesh = { stored, positions, indices, longestEdge: longestEdgeOf(numbers, triangles) };
    return source.mesh;
  }

  #add(geometry: Geometry): Source {
    const source: Source = {
      indices: null,
      indexBuffer: null,
      indexCount: 0,
      vertexCount: 0,
      version: 0,
      mesh: null,
    };
    this.#sources.add(geometry, source);
    return source;
  }
}

/** Whether a tree over the triangles of a mesh is faster than a loop. */
export function isWorthwhile(mesh: AbstractMesh): boolean {
  const { geometry } = mesh;
  return geometry !== null && Math.max(geometry.getTotalIndices(), geometry.getTotalVertices()) > 3 * FEW;
}

/** Returns the index of a mesh. Null if it has none. Undefined if Babylon.js then finds no triangles. */
function indicesOf(mesh: AbstractMesh): IndicesArray | null | undefined {
  const indices = mesh.getIndices();
  if (indices !== null && indices.length > 0) return indices;
  return mesh._unIndexed ? null : undefined;
}

/** Whether a tree was built from the present triangles. */
function isUpToDate(
  source: Source,
  geometry: Geometry,
  positions: readonly Vector3[],
  indices: IndicesArray | null,
): boolean {
  return hasSameShape(source, geometry, positions, indices) && source.version === versionOf(positions);
}

/** Whether a tree has the present triangles. Their vertices may have moved. */
function hasSameShape(
  source: Source,
  geometry: Geometry,
  positions: readonly Vector3[],
  indices: IndicesArray | null,
): boolean {
  return (
    source.indices === indices &&
    source.indexBuffer === geometry.getIndexBuffer() &&
    source.indexCount === (indices?.length ?? 0) &&
    source.vertexCount === positions.length
  );
}

/** How often the positions of geometries have changed. All indexes share these numbers: see {@link versionOf}. */
const versions = new WeakMap<readonly Vector3[], number>();

/**
 * Returns a number that grows whenever positions have changed. Babylon.js writes new positions into the same vectors, by `set`, which
 * marks each of them as dirty. Nothing else reads these marks of the positions of a geometry.
 */
function versionOf(positions: readonly Vector3[]): number {
  let version = versions.get(positions) ?? 0;
  if (positions.length > 0 && positions[0]._isDirty) {
    positions[0]._isDirty = false;
    versions.set(positions, ++version);
  }
  return version;
}

/** Returns the positions as numbers: as float32, if that is exact. Null if a number is not finite. */
function readPositions(positions: readonly Vector3[]): Float32Array | Float64Array | null {
  const numbers = new Float64Array(3 * positions.length);
  let at = 0;
  for (const { x, y, z } of positions) {
    numbers[at++] = x;
    numbers[at++] = y;
    numbers[at++] = z;
  }
  let sum = 0;
  // 0 times any number that is not finite is NaN.
  for (const number of numbers) sum += 0 * number;
  if (sum !== 0) return null;
  const rounded = Float32Array.from(numbers);
  return numbers.every((number, i) => number === rounded[i]) ? rounded : numbers;
}

/** Returns the whole triangles of an index. Undefined if a triangle has a vertex that is not there, or if there are none. */
function readIndices(indices: IndicesArray, vertexCount: number): Uint32Array | undefined {
  const count = 3 * Math.floor(indices.length / 3);
  const read = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const vertex = indices[i];
    if (!(vertex >= 0 && vertex < vertexCount)) return undefined;
    read[i] = vertex;
  }
  return count > 0 ? read : undefined;
}

function longestEdgeOf(positions: Float32Array | Float64Array, indices: Uint32Array | null): number {
  const count = indices?.length ?? 3 * Math.floor(positions.length / 9);
  let longest = 0;
  for (let i = 0; i < count; i += 3) {
    const a = 3 * (indices === null ? i : indices[i]);
    const b = 3 * (indices === null ? i + 1 : indices[i + 1]);
    const c = 3 * (indices === null ? i + 2 : indices[i + 2]);
    for (let k = 0; k < 3; k++) {
      const low = Math.min(positions[a + k], positions[b + k], positions[c + k]);
      const high = Math.max(positions[a + k], positions[b + k], positions[c + k]);
      if (high - low > longest) longest = high - low;
    }
  }
  return longest;
}
