import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
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

/** The kernel reads this much after the last vertex, and does not use it. */
const SPARE_BYTES = 8;

/** The place of a vertex that no triangle has. It is not kept. */
const NOWHERE = 0xffffffff;

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
  positions: Float32Array | Float64Array = new Float32Array(0);
  index: Uint32Array = new Uint32Array(0);
  readonly #memory: Memory;
  readonly #positions: Block;
  readonly #index: Block;
  /** Where each of the caller's vertices is. Null until the vertices are in the order of a tree. */
  #vertexPlaces: Uint32Array | null = null;
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
    this.#positions = memory.allocate(positions.byteLength + SPARE_BYTES, (buffer, byteOffset, byteLength) => {
      const bytes = Math.max(0, byteLength - SPARE_BYTES);
      this.positions = isFloat32
        ? new Float32Array(buffer, byteOffset, bytes / 4)
        : new Float64Array(buffer, byteOffset, bytes / 8);
    });
    try {
      this.#index = memory.allocate(this.triangleCount * 12, (buffer, byteOffset, byteLength) => {
        this.index = new Uint32Array(buffer, byteOffset, byteLength / 4);
      });
    } catch (error) {
      this.#positions.release();
      throw error;
    }
    this.positions.set(positions);
    if (index !== null) this.index.set(index);
    else for (let i = 0; i < this.index.length; i++) this.index[i] = i;
  }

  get byteLength(): number {
    const map = this.#vertexPlaces?.byteLength ?? 0;
    return this.positions.byteLength + this.index.byteLength + this.nodes.byteLength + map;
  }

  release(): void {
    this.#positions.release();
    this.#index.release();
    this.nodes.release();
  }

  /** Sets the positions of the caller's vertices. The tree must be updated before it is used again. */
  setPositions(positions: Float32Array | Float64Array): void {
    const places = this.#vertexPlaces;
    if (places === null) {
      this.positions.set(positions);
      this.bounds = boundsOf(this.positions, this.index);
      return;
    }
    this.bounds = placeVertices(positions, places, this.positions);
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
    this.#builtCost = 0;
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
    const places = new Uint32Array(old.length / 3).fill(NOWHERE);
    const before = new Uint32Array(triangles === null ? 0 : triangles.length);
    triangles?.forEach((triangle, place) => (before[triangle] = place));
    const { index, positions } = this;
    const { int32 } = this.nodes;
    let vertices = 0;
    let place = 0;
    this.#forEachLeaf((triangle, slot) => {
      const at = 3 * (triangles === null ? triangle : before[triangle]);
      for (let k = 0; k < 3; k++) {
        const vertex = from[at + k];
        if (places[vertex] === NOWHERE) {
          for (let axis = 0; axis < 3; axis++) positions[3 * vertices + axis] = old[3 * vertex + axis];
          places[vertex] = vertices++;
        }
        index[3 * place + k] = places[vertex];
      }
      int32[slot + CONTENT] = place++;
    });
    const map = this.#vertexPlaces;
    if (map === null) this.#vertexPlaces = places;
    else for (let i = 0; i < map.length; i++) if (map[i] !== NOWHERE) map[i] = places[map[i]];
    this.#positions.resize(vertices * 3 * positions.BYTES_PER_ELEMENT + SPARE_BYTES);
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

/**
 * Copies the caller's vertices to their places. Returns the smallest box around those that are kept: min x y z, max x y z.
 */
function placeVertices(
  positions: Float32Array | Float64Array,
  places: Uint32Array,
  out: Float32Array | Float64Array,
): Float64Array {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let vertex = 0, at = 0; vertex < places.length; vertex++, at += 3) {
    const place = places[vertex];
    if (place === NOWHERE) continue;
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    const to = 3 * place;
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
