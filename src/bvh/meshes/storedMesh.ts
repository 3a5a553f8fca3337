import { SLOT_TRIANGLES } from '../layout/slotTriangles';
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

/** It reads as many triangles at once as a slot may hold, also from the last one on. Their indices are 0. */
const SPARE_INDEX_BYTES = (SLOT_TRIANGLES - 1) * 12;

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
  triangles: Uint32Array = new Uint32Array(0);
  readonly #memory: Memory;
  readonly #positions: Block;
  readonly #index: Block;
  readonly #triangles: Block;
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
      this.#index = memory.allocate(this.triangleCount * 12 + SPARE_INDEX_BYTES, (buffer, byteOffset, byteLength) => {
        this.index = new Uint32Array(buffer, byteOffset, Math.max(0, byteLength - SPARE_INDEX_BYTES) / 4);
      });
    } catch (error) {
      this.#positions.release();
      throw error;
    }
    try {
      this.#triangles = memory.allocate(this.triangleCount * 4, (buffer, byteOffset, byteLength) => {
        this.triangles = new Uint32Array(buffer, byteOffset, byteLength / 4);
      });
    } catch (error) {
      this.#positions.release();
      this.#index.release();
      throw error;
    }
    this.positions.set(positions);
    if (index !== null) this.index.set(index);
    else for (let i = 0; i < this.index.length; i++) this.index[i] = i;
    for (let i = 0; i < this.triangleCount; i++) this.triangles[i] = i;
    const { buffer, byteOffset, byteLength } = this.index;
    new Uint8Array(buffer, byteOffset + byteLength, SPARE_INDEX_BYTES).fill(0);
  }

  get byteLength(): number {
    const map = this.#vertexPlaces?.byteLength ?? 0;
    return this.positions.byteLength + this.index.byteLength + this.triangles.byteLength + this.nodes.byteLength + map;
  }

  release(): void {
    this.#positions.release();
    this.#index.release();
    this.#triangles.release();
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
    const own = this.positions;
    for (let vertex = 0, at = 0; vertex < places.length; vertex++, at += 3) {
      if (places[vertex] === NOWHERE) continue;
      const to = 3 * places[vertex];
      own[to] = positions[at];
      own[to + 1] = positions[at + 1];
      own[to + 2] = positions[at + 2];
    }
    // Only vertices of triangles are kept.
    this.bounds = boundsOf(own, null);
  }

  /** Builds the tree, or fits it to the positions. A worn one is built anew. */
  update(build: TriangleBuild): void {
    const isBuilt = this.nodes.count > 0;
    if (isBuilt) this.#builtCost ||= sahCost(this);
    this.measure = measureOf(this.bounds);
    if (isBuilt) {
      refitTriangles(this);
      // Those who keep copies of the measure are told by this that something has changed.
      this.nodes.resize(this.nodes.count);
      if (sahCost(this) <= WORN * this.#builtCost) return;
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
   * Puts the triangles and the vertices in the order of a new tree.
   *
   * @param order the present place of the triangle that comes to each place.
   */
  #arrange(order: Uint32Array): void {
    const { index, positions, triangles } = this;
    const oldIndex = index.slice();
    const oldPositions = positions.slice();
    const oldTriangles = triangles.slice();
    const places = new Uint32Array(positions.length / 3).fill(NOWHERE);
    let vertices = 0;
    for (let place = 0, to = 0; place < order.length; place++) {
      triangles[place] = oldTriangles[order[place]];
      for (let from = 3 * order[place], end = from + 3; from < end; from++, to++) {
        const vertex = oldIndex[from];
        if (places[vertex] === NOWHERE) {
          positions[3 * vertices] = oldPositions[3 * vertex];
          positions[3 * vertices + 1] = oldPositions[3 * vertex + 1];
          positions[3 * vertices + 2] = oldPositions[3 * vertex + 2];
          places[vertex] = vertices++;
        }
        index[to] = places[vertex];
      }
    }
    const map = this.#vertexPlaces;
    if (map === null) this.#vertexPlaces = places;
    else for (let i = 0; i < map.length; i++) if (map[i] !== NOWHERE) map[i] = places[map[i]];
    this.#positions.resize(vertices * 3 * positions.BYTES_PER_ELEMENT + SPARE_BYTES);
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
