import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { measureBounds } from '../margins/measureScene';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Block, Memory } from '../memory/memory';
import type { MeshTree } from '../tree/meshTree';
import { Nodes } from '../tree/nodes';
import { sahCost } from '../tree/statistics';
import { boundsOf } from './boundsOf';
import { refitTriangles } from './refitTriangles';
import type { TriangleBuild } from './triangleBuild';
import { writeTriangleReferences } from './triangleReferences';

/** A tree is built anew if deformation has made its cost this many times what it was when it was built. */
const WORN = 1.6;

/** The kernel reads this much after the last vertex, and does not use it. */
const SPARE_BYTES = 8;

/** The place of a vertex that no triangle has. It is not kept. */
export const NOWHERE = 0xffffffff;

/** What the arrays of a mesh begin with. */
export interface MeshCounts {
  /** Whether positions are float32. Otherwise they are float64. */
  readonly isFloat32: boolean;
  readonly triangleCount: number;
  /** How many vertices the caller has, used or not. */
  readonly vertexCount: number;
}

/** The arrays of a mesh and of its tree, in memory that this thread can read. */
export interface StoredTriangles {
  readonly positions: Float32Array | Float64Array;
  /** See {@link StoredMesh.words}. */
  readonly words: Uint32Array;
  readonly nodes: { readonly float32: Float32Array; readonly int32: Int32Array; readonly count: number };
}

/** A mesh in the memory of a scene, and the tree over its triangles once there is one. */
export class StoredMesh implements MeshTree, MeshCounts {
  /** The index of the mesh in its store. */
  number = -1;
  /** How many meshes its store had known before. No other mesh of the store ever has the same. */
  serial = -1;
  readonly isFloat32: boolean;
  readonly triangleCount: number;
  readonly vertexCount: number;
  /** The smallest box around all triangles: min x y z, max x y z. */
  bounds: Float64Array = new Float64Array(6);
  measure: SceneMeasure = measureOf(this.bounds);
  nodes: Nodes;
  positions: Float32Array | Float64Array = new Float32Array(0);
  index: Uint32Array = new Uint32Array(0);
  /** Where each of the caller's vertices is, or NOWHERE. */
  places: Uint32Array = new Uint32Array(0);
  /** The tree's SAH cost when it was built. 0 until it is first refitted. */
  builtCost = 0;
  readonly #memory: Memory;
  readonly #positions: Block;
  readonly #words: Block;

  /** The mesh has room for nothing yet. */
  constructor(memory: Memory, { isFloat32, triangleCount, vertexCount }: MeshCounts) {
    this.#memory = memory;
    this.isFloat32 = isFloat32;
    this.triangleCount = triangleCount;
    this.vertexCount = vertexCount;
    this.nodes = new Nodes(memory, 0);
    this.#positions = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      const bytes = Math.max(0, byteLength - SPARE_BYTES);
      this.positions = isFloat32
        ? new Float32Array(buffer, byteOffset, bytes / 4)
        : new Float64Array(buffer, byteOffset, bytes / 8);
    });
    this.#words = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.words = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  /** The index, and then the places of the caller's vertices. */
  get words(): Uint32Array {
    return new Uint32Array(this.index.buffer, this.index.byteOffset, this.index.length + this.places.length);
  }

  set words(words: Uint32Array) {
    this.index = words.subarray(0, 3 * this.triangleCount);
    this.places = words.subarray(3 * this.triangleCount);
  }

  get byteLength(): number {
    return this.positions.byteLength + this.words.byteLength + this.nodes.byteLength;
  }

  /** Makes room for exactly that many vertices. */
  resizePositions(count: number): void {
    this.#positions.resize(count * (this.isFloat32 ? 12 : 24) + SPARE_BYTES);
  }

  /** Makes room for exactly that many words. */
  resizeWords(count: number): void {
    this.#words.resize(count * 4);
  }

  /** Sets the numbers of a new mesh, in the caller's order. If there is no room for them, it throws. */
  set(positions: Float32Array | Float64Array, index: Uint16Array | Uint32Array | null, bounds: Float64Array): void {
    this.resizePositions(this.vertexCount);
    this.resizeWords(3 * this.triangleCount + this.vertexCount);
    this.positions.set(positions);
    for (let i = 0; i < this.places.length; i++) this.places[i] = i;
    this.index.set(index ?? this.places);
    this.bounds = bounds;
  }

  /** Finds the bounds of a mesh whose arrays somebody else has written. */
  measureAgain(): void {
    this.bounds = boundsOf(this.positions, this.index);
    this.measure = measureOf(this.bounds);
  }

  /** Shows arrays that are stored elsewhere. They are only read. */
  show({ positions, words, nodes: { float32, int32, count } }: StoredTriangles, bounds: Float64Array): void {
    this.positions = positions;
    this.words = words;
    Object.assign(this.nodes, { float32, int32, count });
    this.bounds = bounds;
    this.measure = measureOf(bounds);
  }

  release(): void {
    this.#positions.release();
    this.#words.release();
    this.nodes.release();
  }

  /** Sets the positions of the caller's vertices. The tree must be updated before it is used again. */
  setPositions(positions: Float32Array | Float64Array): void {
    const { places, positions: own } = this;
    for (let vertex = 0, at = 0; vertex < places.length; vertex++, at += 3) {
      if (places[vertex] === NOWHERE) continue;
      const to = 3 * places[vertex];
      own[to] = positions[at];
      own[to + 1] = positions[at + 1];
      own[to + 2] = positions[at + 2];
    }
    // Once there is a tree, only vertices of triangles are kept.
    this.bounds = boundsOf(own, this.nodes.count > 0 ? null : this.index);
  }

  /** Builds the tree, or fits it to the positions. A worn one is built anew. */
  update(build: TriangleBuild): void {
    const isBuilt = this.nodes.count > 0;
    if (isBuilt) this.builtCost ||= sahCost(this);
    this.measure = measureOf(this.bounds);
    if (isBuilt) {
      refitTriangles(this);
      // Those who keep copies of the measure are told by this that something has changed.
      this.nodes.resize(this.nodes.count);
      if (sahCost(this) <= WORN * this.builtCost) return;
    }
    const triangles = isBuilt ? this.#trianglesByPlace() : null;
    let nodes: Nodes;
    try {
      nodes = build(this.#memory, this.triangleCount, (references) => {
        writeTriangleReferences(this, triangles, references);
      });
    } catch (error) {
      // The fitted tree is only slower.
      if (isBuilt && error instanceof RangeError) return;
      throw error;
    }
    this.nodes.release();
    this.nodes = nodes;
    this.builtCost = 0;
    this.#arrange(triangles);
  }

  /** The caller's number of the triangle at each place. */
  #trianglesByPlace(): Uint32Array {
    const triangles = new Uint32Array(this.triangleCount);
    this.#forEachLeaf((triangle, slot) => {
      triangles[this.nodes.int32[slot + CONTENT]] = triangle;
    });
    return triangles;
  }

  /**
   * Puts the triangles and the vertices in the order of the tree, and writes the places of the triangles into it.
   *
   * @param triangles the caller's number of the triangle at each place now. Null if they are in the caller's order.
   */
  #arrange(triangles: Uint32Array | null): void {
    const from = this.index.slice();
    const old = this.positions.slice();
    const moved = new Uint32Array(old.length / 3).fill(NOWHERE);
    const before = new Uint32Array(triangles === null ? 0 : triangles.length);
    triangles?.forEach((triangle, place) => (before[triangle] = place));
    const { index, places, positions } = this;
    const { int32 } = this.nodes;
    let vertices = 0;
    let place = 0;
    this.#forEachLeaf((triangle, slot) => {
      const at = 3 * (triangles === null ? triangle : before[triangle]);
      for (let k = 0; k < 3; k++) {
        const vertex = from[at + k];
        if (moved[vertex] === NOWHERE) {
          for (let axis = 0; axis < 3; axis++) positions[3 * vertices + axis] = old[3 * vertex + axis];
          moved[vertex] = vertices++;
        }
        index[3 * place + k] = moved[vertex];
      }
      int32[slot + CONTENT] = place++;
    });
    for (let i = 0; i < places.length; i++) if (places[i] !== NOWHERE) places[i] = moved[places[i]];
    this.resizePositions(vertices);
  }

  #forEachLeaf(visit: (triangle: number, slot: number) => void): void {
    const { int32, count } = this.nodes;
    for (let first = 0; first < count << NODE_SHIFT; first += 1 << NODE_SHIFT) {
      for (let slot = first; slot < first + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
        if (int32[slot + CHILD] < 0) visit(~int32[slot + CHILD], slot);
      }
    }
  }
}

function measureOf(bounds: Float64Array): SceneMeasure {
  const measure: SceneMeasure = {
    origin: new Float64Array(3),
    extent: new Float64Array(3),
    magnitude: new Float64Array(3),
    reach: 0,
    obbSlope: 0,
    typicalSize: Infinity,
  };
  measureBounds(measure, bounds.subarray(0, 3), bounds.subarray(3, 6));
  return measure;
}
