import { type Matrix4, Vector3 } from 'three';
import type { WorldTriangles, WorldTriangleVisitor } from '../../bvh/query/shapeCandidates';
import { type DrawnElements, groupsOf } from '../sources/drawnElements';

/** How many triangles, one after the other, have common bounds: most geometries list neighbours one after the other. */
const BLOCK = 32;

const corner = /* @__PURE__ */ new Vector3();

/**
 * The triangles that an object draws, placed in the world once. Bones and morph targets take so long to place a vertex that many
 * queries must not do it again. Triangles whose corners are not finite are left out.
 */
export class PlacedTriangles implements WorldTriangles {
  /** Nine numbers a triangle. */
  readonly #corners: Float64Array;
  /** The `faceIndex` of each triangle. */
  readonly #faces: number[] = [];
  /** The bounds of each block of triangles: min x y z, max x y z. */
  readonly #blocks: Float64Array;
  readonly #triangle = new Float64Array(9);

  constructor(drawn: DrawnElements, matrix: Matrix4) {
    const places = new PlacedVertices(drawn, matrix);
    const groups = groupsOf(drawn);
    const count = groups.reduce((sum, { elements }) => sum + elements.count, 0);
    const corners = new Float64Array(9 * count);
    this.#corners = corners;
    for (const { elements } of groups) {
      for (let element = 0; element < elements.count; element++) {
        const at = 9 * this.#faces.length;
        for (let k = 0; k < 3; k++) places.write(elements.vertexOf(element, k), corners, at + 3 * k);
        if (isFinite9(corners, at)) this.#faces.push(elements.numberOf(element));
      }
    }
    this.#blocks = boundsOfBlocks(corners, this.#faces.length);
  }

  visit(visitor: WorldTriangleVisitor): void {
    const { length } = this.#faces;
    let limit = Infinity;
    for (let block = 0; block * BLOCK < length; block++) {
      const near = visitor.bounds(this.#blocks.subarray(6 * block, 6 * block + 6));
      if (!(near <= limit) || near === Infinity) continue;
      const end = Math.min(length, (block + 1) * BLOCK);
      for (let i = block * BLOCK; i < end; i++) {
        this.#triangle.set(this.#corners.subarray(9 * i, 9 * i + 9));
        limit = visitor.visit(this.#triangle, this.#faces[i]);
      }
    }
  }
}

/** The vertices of an object in the world, each placed when it is first needed. */
class PlacedVertices {
  readonly #drawn: DrawnElements;
  readonly #matrix: Matrix4;
  readonly #places: Float64Array;
  readonly #arePlaced: Uint8Array;

  constructor(drawn: DrawnElements, matrix: Matrix4) {
    const { count } = drawn.elements.geometry.attributes.position;
    this.#drawn = drawn;
    this.#matrix = matrix;
    this.#places = new Float64Array(3 * count);
    this.#arePlaced = new Uint8Array(count);
  }

  /** Writes where a vertex is: NaN if there is no such vertex. */
  write(vertex: number, out: Float64Array, at: number): void {
    const places = this.#places;
    if (this.#arePlaced[vertex] === 0) {
      this.#drawn
        .read(vertex, corner)
        .applyMatrix4(this.#matrix)
        .toArray(places, 3 * vertex);
      this.#arePlaced[vertex] = 1;
    }
    for (let k = 0; k < 3; k++) out[at + k] = places[3 * vertex + k];
  }
}

function isFinite9(numbers: Float64Array, at: number): boolean {
  let sum = 0;
  // 0 times a number that is not finite is NaN. Any other product is 0.
  for (let i = at; i < at + 9; i++) sum += 0 * numbers[i];
  return sum === 0;
}

function boundsOfBlocks(corners: Float64Array, count: number): Float64Array {
  const blocks = new Float64Array(6 * Math.ceil(count / BLOCK));
  for (let at = 0; at < blocks.length; at += 6) {
    blocks.fill(Infinity, at, at + 3);
    blocks.fill(-Infinity, at + 3, at + 6);
  }
  for (let i = 0; i < 9 * count; i++) {
    const at = 6 * Math.floor(i / (9 * BLOCK)) + (i % 3);
    blocks[at] = Math.min(blocks[at], corners[i]);
    blocks[at + 3] = Math.max(blocks[at + 3], corners[i]);
  }
  return blocks;
}
