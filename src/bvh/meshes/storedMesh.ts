import { SLOT_TRIANGLES } from '../layout/nodeLayout';
import { measureBounds } from '../margins/measureScene';
import { createMeasure, type SceneMeasure } from '../margins/sceneMeasure';
import type { Block, Memory } from '../memory/memory';
import type { MeshTree } from '../tree/meshTree';
import { Nodes } from '../tree/nodes';
import { sahCostOf } from '../tree/statistics';
import { boundsOf, type CornerPlacing, placeCorners } from './placeCorners';
import type { UnbuiltMesh } from './triangleBuild';
import type { TriangleOperations } from './triangleOperations';

/** A tree is rebuilt if its SAH cost is more than this many times its cost when it was built. */
const REBUILD_RATIO = 1.6;

/** Room after the last triangle: the kernel loads SLOT_TRIANGLES triangles at once, even from the last triangle on. */
const SPARE_TRIANGLES = SLOT_TRIANGLES;

/** Shared by all meshes that have no triangles yet. */
const NO_BOUNDS = /* @__PURE__ */ new Float64Array(6);
const NO_MEASURE = /* @__PURE__ */ measureOf(NO_BOUNDS);
const NO_CORNERS = /* @__PURE__ */ new Float32Array(0);
const NO_WORDS = /* @__PURE__ */ new Uint32Array(0);

/** The counts and kinds of a mesh's arrays. */
export interface MeshCounts {
  /** Whether positions are float32. Otherwise they are float64. */
  readonly isFloat32: boolean;
  /** Whether the caller has given an index. Otherwise every three vertices are a triangle. */
  readonly isIndexed: boolean;
  readonly triangleCount: number;
  /** How many vertices the caller has, used or not. */
  readonly vertexCount: number;
}

/** The arrays of a mesh and of its tree, in memory that this thread can read. */
export interface StoredTriangles extends Pick<MeshTree, 'corners'> {
  /** See {@link StoredMesh.words}. */
  readonly words: Uint32Array;
  readonly nodes: Pick<Nodes, 'float32' | 'int32' | 'count'>;
  readonly bounds: Float64Array;
}

/** A mesh in the memory of a scene, and the tree over its triangles once there is one. */
export class StoredMesh implements MeshTree, MeshCounts, UnbuiltMesh {
  /** The index of the mesh in its store. */
  number = -1;
  /** How many meshes were added to the store before this one. Unique in its store. */
  serial = -1;
  readonly isFloat32: boolean;
  readonly isIndexed: boolean;
  readonly triangleCount: number;
  readonly vertexCount: number;
  /** The smallest box around all triangles: min x y z, max x y z. */
  bounds: Float64Array = NO_BOUNDS;
  measure: SceneMeasure = NO_MEASURE;
  nodes: Nodes;
  corners: Float32Array | Float64Array = NO_CORNERS;
  /**
   * The caller's number of the triangle at each place. If there is an index, then the caller's vertex at each corner.
   */
  words: Uint32Array = NO_WORDS;
  triangles: Uint32Array = NO_WORDS;
  /** The tree's SAH cost when it was built. 0 until it is first refitted. */
  builtCost = 0;
  readonly memory: Memory;
  readonly #corners: Block;
  readonly #words: Block;

  /** Creates a mesh whose arrays are empty. */
  constructor(memory: Memory, { isFloat32, isIndexed, triangleCount, vertexCount }: MeshCounts) {
    this.memory = memory;
    this.isFloat32 = isFloat32;
    this.isIndexed = isIndexed;
    this.triangleCount = triangleCount;
    this.vertexCount = vertexCount;
    this.nodes = new Nodes(memory, 0);
    this.#corners = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      const length = 9 * triangleCount;
      if (byteLength === 0) this.corners = NO_CORNERS;
      else if (isFloat32) this.corners = new Float32Array(buffer, byteOffset, length);
      else this.corners = new Float64Array(buffer, byteOffset, length);
    });
    this.#words = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.#setWords(byteLength === 0 ? NO_WORDS : new Uint32Array(buffer, byteOffset, byteLength / 4));
    });
  }

  #setWords(words: Uint32Array): void {
    this.words = words;
    this.triangles = words.length === 0 ? words : words.subarray(0, this.triangleCount);
  }

  /** The caller's vertex at each corner. Null if every three vertices are a triangle. */
  get vertices(): Uint32Array | null {
    return this.isIndexed ? this.words.subarray(this.triangleCount) : null;
  }

  /** Whether there is a tree over the triangles. It may not fit their positions. */
  get isBuilt(): boolean {
    return this.nodes.count > 0;
  }

  get byteLength(): number {
    return this.corners.byteLength + this.words.byteLength + this.nodes.byteLength;
  }

  /**
   * Sets the triangles of a new mesh. Throws without room for them.
   *
   * @param order the caller's number of the triangle at each place; null for the caller's own order.
   */
  set(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    order: Uint32Array | null = null,
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
    this.setPositions(positions, placeCorners);
  }

  /** Sets the tree of a mesh that has none. Its triangles must be in the order of the tree. */
  setTree(nodes: Nodes, builtCost: number): void {
    this.nodes = nodes;
    this.measure = measureOf(this.bounds);
    this.builtCost = builtCost;
  }

  /** Makes the mesh show arrays of another thread, which are only read here. */
  show({ corners, words, nodes: { float32, int32, count }, bounds }: StoredTriangles): void {
    this.corners = corners;
    this.#setWords(words);
    Object.assign(this.nodes, { float32, int32, count });
    this.bounds = bounds;
    this.measure = measureOf(bounds);
  }

  /** Copies the positions and the index in the caller's order. Skips vertices that no triangle has. */
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

  /** Returns the smallest box around all triangles for other positions of the caller's vertices. */
  boundsAt(positions: Float32Array | Float64Array): Float64Array {
    return boundsOf(positions, this.vertices);
  }

  release(): void {
    this.#corners.release();
    this.#words.release();
    this.nodes.release();
  }

  /** Sets the positions of the caller's vertices. The tree must be updated before it is used again. */
  setPositions(positions: Float32Array | Float64Array, place: CornerPlacing): void {
    if (this.isIndexed) this.bounds = place(this, positions);
    else {
      reorder(this.corners, positions, this.triangles, 9);
      this.bounds = boundsOf(this.corners, null);
    }
  }

  /** Builds the tree, or refits it to the positions. Rebuilds a tree whose cost has become too high. */
  update({ build, refit, sumAreas }: TriangleOperations): void {
    const { isBuilt } = this;
    if (isBuilt) this.builtCost ||= sahCostOf(this.nodes, sumAreas(this));
    this.measure = measureOf(this.bounds);
    if (isBuilt) {
      const areas = refit(this);
      // The resize makes backends read the measure again.
      this.nodes.resize(this.nodes.count);
      if (sahCostOf(this.nodes, areas) <= REBUILD_RATIO * this.builtCost) return;
    }
    let nodes: Nodes;
    try {
      nodes = build(this);
    } catch (error) {
      // There is no room for a new tree. The refitted tree gives the same answers, but slower.
      if (isBuilt && error instanceof RangeError) return;
      throw error;
    }
    this.nodes.release();
    this.nodes = nodes;
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

/** Copies the numbers of the places in `order` from `from` to `to`, in this order. Each place has `numbers` numbers. */
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

function measureOf(bounds: Float64Array): SceneMeasure {
  const measure = createMeasure();
  // Copies, because views would make the engine allocate a separate buffer for the bounds. Scenes may have very many
  // small meshes.
  measureBounds(measure, bounds.slice(0, 3), bounds.slice(3, 6));
  return measure;
}
