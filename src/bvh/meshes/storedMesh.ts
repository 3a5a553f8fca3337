import { SLOT_TRIANGLES } from '../layout/slotTriangles';
import { measureBounds } from '../margins/measureScene';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Block, Memory } from '../memory/memory';
import type { MeshTree } from '../tree/meshTree';
import { Nodes } from '../tree/nodes';
import { sahCostOf } from '../tree/statistics';
import { boundsOf } from './boundsOf';
import type { TriangleOperations } from './triangleOperations';
import { writeTriangleReferences } from './triangleReferences';

/** A tree is built anew if deformation has made its cost this many times what it was when it was built. */
const WORN = 1.6;

/** The kernel reads as many triangles at once as a slot may hold, also from the last one on, and a number after them. */
const SPARE_TRIANGLES = SLOT_TRIANGLES;

/** A mesh in the memory of a scene, and the tree over its triangles once there is one. */
export class StoredMesh implements MeshTree {
  /** The index of the mesh in its store. */
  number = -1;
  readonly triangleCount: number;
  /** How many vertices the caller has, used or not. */
  readonly vertexCount: number;
  /** The smallest box around all triangles: min x y z, max x y z. */
  bounds: Float64Array;
  measure: SceneMeasure = measureOf(new Float64Array(6));
  nodes: Nodes;
  corners: Float32Array | Float64Array = new Float32Array(0);
  triangles: Uint32Array = new Uint32Array(0);
  readonly #memory: Memory;
  readonly #corners: Block;
  readonly #triangles: Block;
  /** The caller's vertex at each corner. Null if every three vertices are a triangle. */
  #vertices: Uint32Array | null;
  /** The tree's SAH cost when it was built. 0 until it is first refitted. */
  #builtCost = 0;

  constructor(
    memory: Memory,
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    bounds: Float64Array,
  ) {
    const isFloat32 = positions instanceof Float32Array;
    this.#memory = memory;
    this.vertexCount = positions.length / 3;
    this.triangleCount = (index === null ? this.vertexCount : index.length) / 3;
    this.bounds = bounds;
    this.nodes = new Nodes(memory, 0);
    const bytes = 9 * positions.BYTES_PER_ELEMENT;
    const { triangleCount } = this;
    this.#corners = memory.allocate((triangleCount + SPARE_TRIANGLES) * bytes, (buffer, byteOffset, byteLength) => {
      const length = byteLength === 0 ? 0 : 9 * triangleCount;
      this.corners = isFloat32
        ? new Float32Array(buffer, byteOffset, length)
        : new Float64Array(buffer, byteOffset, length);
    });
    try {
      this.#triangles = memory.allocate(triangleCount * 4, (buffer, byteOffset, byteLength) => {
        this.triangles = new Uint32Array(buffer, byteOffset, byteLength / 4);
      });
    } catch (error) {
      this.#corners.release();
      throw error;
    }
    for (let i = 0; i < triangleCount; i++) this.triangles[i] = i;
    this.#vertices = index === null ? null : Uint32Array.from(index);
    this.#copyPositions(positions);
  }

  get byteLength(): number {
    const vertices = this.#vertices?.byteLength ?? 0;
    return this.corners.byteLength + this.triangles.byteLength + this.nodes.byteLength + vertices;
  }

  release(): void {
    this.#corners.release();
    this.#triangles.release();
    this.nodes.release();
  }

  /** Sets the positions of the caller's vertices. The tree must be updated before it is used again. */
  setPositions(positions: Float32Array | Float64Array): void {
    this.bounds = this.#copyPositions(positions);
  }

  /** Returns the smallest box around all triangles. */
  #copyPositions(positions: Float32Array | Float64Array): Float64Array {
    const { corners, triangles } = this;
    const vertices = this.#vertices;
    if (vertices !== null) return placeCorners(positions, vertices, corners);
    reorder(corners, positions, triangles, 9);
    return boundsOf(corners, null);
  }

  /** Builds the tree, or fits it to the positions. A worn one is built anew. */
  update({ build, refit, sumAreas }: TriangleOperations): void {
    const isBuilt = this.nodes.count > 0;
    if (isBuilt) this.#builtCost ||= sahCostOf(this.nodes, sumAreas(this));
    this.measure = measureOf(this.bounds);
    if (isBuilt) {
      const areas = refit(this);
      // Those who keep copies of the measure are told by this that something has changed.
      this.nodes.resize(this.nodes.count);
      if (sahCostOf(this.nodes, areas) <= WORN * this.#builtCost) return;
    }
    const order = new Uint32Array(this.triangleCount);
    let nodes: Nodes;
    try {
      nodes = build(
        this.#memory,
        this.triangleCount,
        (references) => {
          writeTriangleReferences(this, references);
        },
        order,
      );
    } catch (error) {
      // The fitted tree is only slower.
      if (isBuilt && error instanceof RangeError) return;
      throw error;
    }
    this.nodes.release();
    this.nodes = nodes;
    this.#builtCost = 0;
    this.#arrange(order);
  }

  /**
   * Puts the triangles in the order of a new tree.
   *
   * @param order the present place of the triangle that comes to each place.
   */
  #arrange(order: Uint32Array): void {
    reorder(this.corners, this.corners.slice(), order, 9);
    reorder(this.triangles, this.triangles.slice(), order, 1);
    if (this.#vertices !== null) reorder(this.#vertices, this.#vertices.slice(), order, 3);
  }
}

/** Copies what `from` has at the places in `order`, so many numbers at a place. */
function reorder(
  to: Float32Array | Float64Array | Uint32Array,
  from: Float32Array | Float64Array | Uint32Array,
  order: Uint32Array,
  numbers: number,
): void {
  for (let place = 0, at = 0; place < order.length; place++) {
    const first = order[place] * numbers;
    for (let i = first; i < first + numbers; i++) to[at++] = from[i];
  }
}

/** Copies the caller's vertices to the corners. Returns the smallest box around them: min x y z, max x y z. */
function placeCorners(
  positions: Float32Array | Float64Array,
  vertices: Uint32Array,
  out: Float32Array | Float64Array,
): Float64Array {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let corner = 0, to = 0; corner < vertices.length; corner++, to += 3) {
    const at = 3 * vertices[corner];
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    out[to] = x;
    out[to + 1] = y;
    out[to + 2] = z;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  // Adding 0 turns -0 into 0.
  return Float64Array.of(minX + 0, minY + 0, minZ + 0, maxX + 0, maxY + 0, maxZ + 0);
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
