import { SLOT_TRIANGLES } from '../layout/nodeLayout';
import { measureBounds } from '../margins/measureScene';
import { createMeasure, type SceneMeasure } from '../margins/sceneMeasure';
import type { Block, Memory } from '../memory/memory';
import type { MeshTree } from '../tree/meshTree';
import { Nodes } from '../tree/nodes';
import { sahCostOf } from '../tree/statistics';
import { isClosedMesh } from './closedMesh';
import { boundsOf, type CornerPlacing, placeCorners } from './placeCorners';
import type { UnbuiltMesh } from './triangleBuild';
import type { TriangleOperations } from './triangleOperations';

/** A mesh's tree is built anew if refits have raised its SAH cost to more than this many times the cost when built. */
const REBUILD_RATIO = 1.6;

/** How many triangles of room follow a mesh's last one: the kernel always loads SLOT_TRIANGLES triangles at once. */
const SPARE_TRIANGLES = SLOT_TRIANGLES;

/** The empty arrays of meshes without triangles. All these meshes share them. */
const NO_BOUNDS = /* @__PURE__ */ new Float64Array(6);
const NO_WORDS = /* @__PURE__ */ new Uint32Array(0);

/** How many triangles and vertices a mesh has, and the types of its arrays. */
export interface MeshCounts {
  /** Whether the positions of the vertices are float32. Otherwise they are float64. */
  readonly isFloat32: boolean;
  /** Whether the caller has given an index. Otherwise every three vertices are a triangle. */
  readonly isIndexed: boolean;
  readonly triangleCount: number;
  /** How many vertices the caller has given, including vertices that no triangle uses. */
  readonly vertexCount: number;
}

/** The arrays of a mesh and of the tree over its triangles, in memory that this thread can read. */
export interface StoredTriangles extends Pick<MeshTree, 'corners'> {
  /** The numbers of the triangles, and the vertices at their corners: see {@link StoredMesh.words}. */
  readonly words: Uint32Array;
  readonly nodes: Pick<Nodes, 'float32' | 'int32' | 'count'>;
  readonly bounds: Float64Array;
}

/** The arrays of a mesh's triangles. */
type MeshViews = Pick<StoredTriangles, 'corners' | 'words'> & { readonly triangles: Uint32Array };

/** A mesh in the memory of a scene, with the tree over its triangles once the tree has been built. */
export class StoredMesh implements MeshTree, MeshCounts, UnbuiltMesh {
  /** The index of the mesh in its store. */
  number = -1;
  /** How many meshes were added to the store before this mesh. Two meshes of a store never have the same serial. */
  serial = -1;
  readonly isFloat32: boolean;
  readonly isIndexed: boolean;
  readonly triangleCount: number;
  readonly vertexCount: number;
  /** The smallest box around all triangles of the mesh: min x y z, max x y z. */
  bounds: Float64Array = NO_BOUNDS;
  /** The SAH cost of the mesh's tree when it was built. 0 until the tree is refitted for the first time. */
  builtCost = 0;
  /** How many times the vertices have been moved. */
  moves = 0;
  readonly memory: Memory;
  readonly #corners: Block;
  readonly #words: Block;
  #nodes: Nodes;
  /** Null until they are read: scenes may have very many small meshes, and the kernel reads no views. */
  #views: MeshViews | null = null;
  #measure: SceneMeasure | null = null;
  /** Whether the mesh is closed, and as of which of its {@link moves}. */
  #isClosed = false;
  #closedAt = -1;

  /** Creates a mesh whose arrays are empty. */
  constructor(memory: Memory, { isFloat32, isIndexed, triangleCount, vertexCount }: MeshCounts) {
    this.memory = memory;
    this.isFloat32 = isFloat32;
    this.isIndexed = isIndexed;
    this.triangleCount = triangleCount;
    this.vertexCount = vertexCount;
    this.#nodes = new Nodes(memory, 0);
    const drop = () => {
      this.#views = null;
    };
    this.#corners = memory.allocate(0, drop);
    this.#words = memory.allocate(0, drop);
  }

  get #present(): MeshViews {
    return (this.#views ??= this.#makeViews());
  }

  #makeViews(): MeshViews {
    const { isFloat32, triangleCount } = this;
    const { buffer, byteOffset, byteLength } = this.#corners;
    const length = byteLength === 0 ? 0 : 9 * triangleCount;
    const corners = isFloat32
      ? new Float32Array(buffer, byteOffset, length)
      : new Float64Array(buffer, byteOffset, length);
    const { buffer: wordBuffer, byteOffset: wordsAt, byteLength: wordBytes } = this.#words;
    const words = wordBytes === 0 ? NO_WORDS : new Uint32Array(wordBuffer, wordsAt, wordBytes / 4);
    return { corners, words, triangles: words.length === 0 ? words : words.subarray(0, triangleCount) };
  }

  get nodes(): Nodes {
    this.#nodes.restoreViews();
    return this.#nodes;
  }

  get corners(): Float32Array | Float64Array {
    return this.#present.corners;
  }

  /**
   * The caller's number of the triangle at each place. If the caller has given an index, the caller's vertex at each
   * corner follows.
   */
  get words(): Uint32Array {
    return this.#present.words;
  }

  get triangles(): Uint32Array {
    return this.#present.triangles;
  }

  get measure(): SceneMeasure {
    return (this.#measure ??= measureOf(this.bounds));
  }

  writeAddresses(words: Uint32Array, at: number): void {
    // A shown mesh has no memory of its own, but views of another thread's.
    const shown = this.#corners.byteLength === 0 ? this.#views : null;
    words[at] = this.#nodes.byteOffset;
    words[at + 1] = (shown?.corners ?? this.#corners).byteOffset;
    words[at + 2] = (shown?.triangles ?? this.#words).byteOffset;
  }

  dropViews(): void {
    // A shown mesh has no memory of its own.
    if (this.#corners.byteLength === 0) return;
    this.#views = null;
    this.#measure = null;
    this.#nodes.dropViews();
  }

  /** The caller's vertex at each corner of a triangle. Null if every three vertices are a triangle. */
  get vertices(): Uint32Array | null {
    return this.isIndexed ? this.words.subarray(this.triangleCount) : null;
  }

  /** Whether the mesh has a tree over its triangles. After the vertices have moved, the tree may not fit them. */
  get isBuilt(): boolean {
    return this.#nodes.count > 0;
  }

  /** Whether the triangles enclose volumes: see {@link isClosedMesh}. Found when it is first read, and again after moves. */
  get isClosed(): boolean {
    if (this.#closedAt !== this.moves) {
      this.#isClosed = this.#findClosed();
      this.#closedAt = this.moves;
    }
    return this.#isClosed;
  }

  #findClosed(): boolean {
    const { corners, isIndexed, isFloat32, vertexCount, triangleCount } = this;
    if (!isIndexed) return isClosedMesh(corners, null);
    const positions = new (isFloat32 ? Float32Array : Float64Array)(3 * vertexCount);
    const index = new Uint32Array(3 * triangleCount);
    this.copyGiven(positions, index);
    return isClosedMesh(positions, index);
  }

  get byteLength(): number {
    const { triangleCount, isFloat32, isIndexed } = this;
    const corners = 9 * triangleCount * (isFloat32 ? 4 : 8);
    const words = 4 * triangleCount * (isIndexed ? 4 : 1);
    return corners + words + this.#nodes.byteLength;
  }

  /**
   * Sets the triangles of a new mesh. Throws if there is no room for the triangles.
   *
   * @param order the caller's number of the triangle at each place. Null keeps the caller's order.
   */
  set(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    order: Uint32Array | null = null,
    place: CornerPlacing = placeCorners,
  ): void {
    const { triangleCount } = this;
    this.#corners.resize((triangleCount + SPARE_TRIANGLES) * 9 * positions.BYTES_PER_ELEMENT);
    this.#words.resize((triangleCount + (index?.length ?? 0)) * 4);
    const { triangles, vertices } = this;
    for (let i = 0; i < triangleCount; i++) triangles[i] = order === null ? i : order[i];
    if (vertices !== null && index !== null) {
      if (order === null) vertices.set(index);
      else reorder(vertices, index, order, 3);
    }
    if (index === null && order === null) this.#setCorners(positions);
    else this.setPositions(positions, place);
  }

  /** Sets the corners of triangles that are in the caller's order and have no index. */
  #setCorners(positions: Float32Array | Float64Array): void {
    this.corners.set(positions);
    this.bounds = boundsOf(positions, null);
  }

  /** Sets the tree of a mesh that has none. The triangles of the mesh must already be in the order of the tree. */
  setTree(nodes: Nodes, builtCost: number): void {
    this.#nodes = nodes;
    this.#measure = null;
    this.builtCost = builtCost;
  }

  /** Points the mesh to the arrays of a mesh of another thread. This thread only reads the arrays. */
  show({ corners, words, nodes: { float32, int32, count }, bounds }: StoredTriangles): void {
    this.#views = { corners, words, triangles: words.subarray(0, this.triangleCount) };
    this.#nodes.show(float32, int32, count);
    this.bounds = bounds;
    this.#measure = null;
  }

  /** Copies the mesh's positions and index, in the caller's order. Skips vertices that no triangle uses. */
  copyGiven(positions: Float32Array | Float64Array, index: Uint32Array): void {
    const { corners, triangles, vertices } = this;
    for (let place = 0, corner = 0; place < triangles.length; place++) {
      for (let given = 3 * triangles[place]; given < 3 * triangles[place] + 3; given++, corner++) {
        const vertex = vertices === null ? given : vertices[corner];
        if (vertices !== null) index[given] = vertex;
        for (let k = 0; k < 3; k++) positions[3 * vertex + k] = corners[3 * corner + k];
      }
    }
  }

  /** Returns the smallest box around all triangles as it would be with other positions of the caller's vertices. */
  boundsAt(positions: Float32Array | Float64Array): Float64Array {
    return boundsOf(positions, this.vertices);
  }

  /** Whether the caller's vertices, as far as triangles have them, are at these positions. */
  hasPositions(positions: Float32Array | Float64Array): boolean {
    const { corners, triangles, vertices } = this;
    for (let place = 0, corner = 0; place < triangles.length; place++) {
      for (let given = 3 * triangles[place]; given < 3 * triangles[place] + 3; given++, corner++) {
        const at = 3 * (vertices === null ? given : vertices[corner]);
        for (let k = 0; k < 3; k++) if (corners[3 * corner + k] !== positions[at + k]) return false;
      }
    }
    return true;
  }

  release(): void {
    this.#corners.release();
    this.#words.release();
    this.#nodes.release();
  }

  /** Sets the positions of the caller's vertices. The mesh's tree must be updated before its next use. */
  setPositions(positions: Float32Array | Float64Array, place: CornerPlacing): void {
    this.moves++;
    if (this.isIndexed) this.bounds = place(this, positions);
    else {
      reorder(this.corners, positions, this.triangles, 9);
      this.bounds = boundsOf(this.corners, null);
    }
  }

  /** Builds or refits the tree of the mesh. Builds it anew if refits have raised its cost by too much. */
  update({ build, refit, sumAreas }: TriangleOperations): void {
    const { isBuilt } = this;
    if (isBuilt) this.builtCost ||= sahCostOf(this.nodes, sumAreas(this));
    this.#measure = null;
    if (isBuilt) {
      const areas = refit(this);
      // Resizing the nodes counts as a move, after which backends read the mesh's measure again.
      this.nodes.resize(this.nodes.count);
      if (sahCostOf(this.nodes, areas) <= REBUILD_RATIO * this.builtCost) return;
    }
    let nodes: Nodes;
    try {
      nodes = build(this);
    } catch (error) {
      // There is no room to rebuild the tree. The refitted tree gives the same results, but more slowly.
      if (isBuilt && error instanceof RangeError) return;
      throw error;
    }
    this.#nodes.release();
    this.#nodes = nodes;
    this.builtCost = 0;
  }

  arrange(order: Uint32Array): void {
    const { vertices } = this;
    const given = { corners: this.corners.slice(), triangles: this.triangles.slice(), vertices: vertices?.slice() };
    reorder(this.corners, given.corners, order, 9);
    reorder(this.triangles, given.triangles, order, 1);
    if (vertices !== null && given.vertices !== undefined) reorder(vertices, given.vertices, order, 3);
  }
}

/** Copies groups of `numbers` numbers from `from` to `to`: group `order[i]` becomes group `i`. */
function reorder(
  to: Float32Array | Float64Array | Uint32Array,
  from: Float32Array | Float64Array | Uint16Array | Uint32Array,
  order: Uint32Array,
  numbers: number,
): void {
  for (let place = 0, at = 0; place < order.length; place++) {
    const first = order[place] * numbers;
    for (let i = first; i < first + numbers; i++) to[at++] = from[i];
  }
}

/** The two halves of bounds. They are kept, because scenes may have very many small meshes. */
const min = /* @__PURE__ */ new Float64Array(3);
const max = /* @__PURE__ */ new Float64Array(3);

function measureOf(bounds: Float64Array): SceneMeasure {
  const measure = createMeasure();
  for (let k = 0; k < 3; k++) {
    min[k] = bounds[k];
    max[k] = bounds[k + 3];
  }
  measureBounds(measure, min, max);
  return measure;
}
