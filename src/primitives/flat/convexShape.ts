import { checkFinite } from '../check';
import type { Aabb } from '../shapes/aabb';
import type { Capsule } from '../shapes/capsule';
import { kindOfShape, type Shape } from '../shapes/shape';
import type { Sphere } from '../shapes/sphere';
import { readTriangle, type Triangle } from '../shapes/triangle';
import { type Coordinates, dot, readVec3, type Vec3 } from '../shapes/vec3';
import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from './boxLayout';
import { readBox } from './boxRecord';

/** The edges and faces of a core: numbers of vertices. */
export interface Topology {
  readonly vertexCount: number;
  /** Two vertices an edge. A point has an edge from its vertex to itself. */
  readonly edges: readonly number[];
  /** Three vertices a triangle: a face of a parallelepiped is two triangles. */
  readonly triangles: readonly number[];
  /** The vertices at the ends of the edges that begin at vertex 0. */
  readonly spans: readonly number[];
}

export const POINT: Topology = { vertexCount: 1, edges: [0, 0], triangles: [], spans: [] };
export const SEGMENT: Topology = { vertexCount: 2, edges: [0, 1], triangles: [], spans: [1] };
export const TRIANGLE: Topology = { vertexCount: 3, edges: [0, 1, 1, 2, 2, 0], triangles: [0, 1, 2], spans: [1, 2] };
/** Bit k of a vertex's number says whether the vertex is at the maximum of axis k. */
export const BOX: Topology = {
  vertexCount: 8,
  edges: [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7],
  triangles: [
    ...[0, 2, 4, 6, 4, 2, 1, 3, 5, 7, 5, 3],
    ...[0, 1, 4, 5, 4, 1, 2, 3, 6, 7, 6, 3],
    ...[0, 1, 2, 3, 2, 1, 4, 5, 6, 7, 6, 5],
  ],
  spans: [1, 2, 4],
};

/**
 * A convex shape as flat numbers: a core (a point, a segment, a triangle or a parallelepiped), and the radius of the ball that
 * rounds it.
 */
export class ConvexShape {
  topology = POINT;
  /** The vertices of the core in the world, three numbers each. */
  readonly vertices = new Float64Array(24);
  radius = 0;
  /** The edges of the core from vertex 0 to the topology's `spans`, three numbers each. They do not change as the shape moves. */
  readonly spans = new Float64Array(9);
  /** The bounds of the core: min x y z, max x y z. */
  readonly bounds = new Float64Array(6);
  /** The record of a box: see boxLayout.ts. */
  readonly record = new Float64Array(OBB_STRIDE);
  isOriented = false;

  /** Reads a shape. Reads all of it before anything is written, and throws, naming the argument, unless it is valid. */
  read(name: string, shape: Shape): void {
    const kind = kindOfShape(name, shape);
    if (kind === 'box') this.#readBox(name, shape as Aabb);
    else if (kind === 'triangle') {
      readTriangle(name, shape as Triangle, this.vertices);
      this.#set(TRIANGLE, 0);
    } else if (kind === 'capsule') this.#readCapsule(name, shape as Capsule);
    else if (kind === 'sphere') this.#readSphere(name, shape as Sphere);
    else {
      const { x, y, z } = readVec3(name, shape as Vec3);
      this.setPoint(x, y, z);
    }
  }

  setPoint(x: number, y: number, z: number): void {
    this.#setVertex(0, x, y, z);
    this.#set(POINT, 0);
  }

  #readSphere(name: string, { center, radius }: Sphere): void {
    const { x, y, z } = readVec3(`${name}.center`, center);
    checkRadius(name, radius);
    this.#setVertex(0, x, y, z);
    this.#set(POINT, radius);
  }

  #readCapsule(name: string, { a, b, radius }: Capsule): void {
    const { x: aX, y: aY, z: aZ } = readVec3(`${name}.a`, a);
    const { x: bX, y: bY, z: bZ } = readVec3(`${name}.b`, b);
    checkRadius(name, radius);
    this.#setVertex(0, aX, aY, aZ);
    this.#setVertex(1, bX, bY, bZ);
    this.#set(SEGMENT, radius);
  }

  #readBox(name: string, box: Aabb & { readonly radius?: number }): void {
    const radius = 'radius' in box ? box.radius : 0;
    checkRadius(name, radius);
    this.isOriented = readBox(name, box, this.record);
    this.#setBox();
    this.radius = radius;
  }

  /** Sets the shape to the box whose record begins at `at`: see boxLayout.ts. */
  setBox(boxes: Coordinates, at: number, isOriented: boolean): void {
    this.isOriented = isOriented;
    for (let i = 0, end = isOriented ? OBB_STRIDE : AABB_STRIDE; i < end; i++) this.record[i] = boxes[at + i];
    this.#setBox();
  }

  /** Sets the shape to a triangle, given as 9 numbers. */
  setTriangle(corners: Float64Array): void {
    for (let i = 0; i < 9; i++) this.vertices[i] = corners[i];
    this.#set(TRIANGLE, 0);
  }

  #setBox(): void {
    const b = this.record;
    for (let vertex = 0; vertex < 8; vertex++) {
      const x = b[vertex & 1 ? 3 : 0];
      const y = b[vertex & 2 ? 4 : 1];
      const z = b[vertex & 4 ? 5 : 2];
      if (this.isOriented) this.#setVertex(vertex, placed(b, 0, x, y, z), placed(b, 1, x, y, z), placed(b, 2, x, y, z));
      else this.#setVertex(vertex, x, y, z);
    }
    if (this.isOriented) this.#set(BOX, 0);
    else this.#setAabb();
  }

  /** Sets the shape to another one, scaled by a power of two. */
  setScaled({ topology, vertices, radius, isOriented, record }: ConvexShape, scale: number): void {
    for (let at = 0; at < 3 * topology.vertexCount; at++) this.vertices[at] = vertices[at] * scale;
    this.#set(topology, radius * scale);
    this.isOriented = isOriented;
    this.record.set(record);
    if (!isOriented) for (let at = 0; at < AABB_STRIDE; at++) this.record[at] *= scale;
    else {
      // The matrix scales the local box, which stays as it is.
      for (let at = TRANSLATION; at < TRANSLATION + 3; at++) this.record[at] *= scale;
      for (let at = COLUMNS; at < COLUMNS + 9; at++) this.record[at] *= scale;
    }
  }

  /** Sets the shape to another one, moved by the share t of a motion. */
  setMoved(from: ConvexShape, motion: Float64Array, t: number): void {
    const { topology, isOriented, record } = from;
    const wayX = t * motion[0];
    const wayY = t * motion[1];
    const wayZ = t * motion[2];
    this.topology = topology;
    this.radius = from.radius;
    this.isOriented = isOriented;
    move(from.vertices, 3 * topology.vertexCount, wayX, wayY, wayZ, this.vertices);
    // Rounding is monotonic: the bounds of the moved vertices are the moved bounds.
    move(from.bounds, 6, wayX, wayY, wayZ, this.bounds);
    for (let i = 0; i < 3 * topology.spans.length; i++) this.spans[i] = from.spans[i];
    if (topology !== BOX) return;
    if (!isOriented) {
      move(record, AABB_STRIDE, wayX, wayY, wayZ, this.record);
      return;
    }
    this.record.set(record);
    this.record[TRANSLATION] += wayX;
    this.record[TRANSLATION + 1] += wayY;
    this.record[TRANSLATION + 2] += wayZ;
  }

  /** Returns the largest absolute value of a coordinate, or the radius if it is larger. */
  get size(): number {
    const { bounds, radius } = this;
    let size = radius;
    for (let k = 0; k < 6; k++) size = Math.max(size, Math.abs(bounds[k]));
    return size;
  }

  /** Does {@link #set} for an axis-aligned box, whose bounds are its record. */
  #setAabb(): void {
    const { record, bounds, spans } = this;
    this.topology = BOX;
    this.radius = 0;
    spans.fill(0);
    for (let k = 0; k < 3; k++) {
      bounds[k] = record[k];
      bounds[3 + k] = record[3 + k];
      spans[4 * k] = record[3 + k] - record[k];
    }
  }

  #setVertex(vertex: number, x: number, y: number, z: number): void {
    this.vertices[3 * vertex] = x;
    this.vertices[3 * vertex + 1] = y;
    this.vertices[3 * vertex + 2] = z;
  }

  #set(topology: Topology, radius: number): void {
    const { vertices, bounds } = this;
    this.topology = topology;
    this.radius = radius;
    for (let k = 0; k < 3; k++) {
      let min = vertices[k];
      let max = min;
      for (let at = 3 + k; at < 3 * topology.vertexCount; at += 3) {
        const value = vertices[at];
        if (value < min) min = value;
        if (value > max) max = value;
      }
      bounds[k] = min;
      bounds[3 + k] = max;
    }
    const { spans } = topology;
    for (let i = 0; i < spans.length; i++) {
      for (let k = 0; k < 3; k++) this.spans[3 * i + k] = vertices[3 * spans[i] + k] - vertices[k];
    }
  }
}

/** Writes `count` numbers, three a point, moved by a way. */
function move(from: Float64Array, count: number, wayX: number, wayY: number, wayZ: number, out: Float64Array): void {
  for (let at = 0; at < count; at += 3) {
    out[at] = from[at] + wayX;
    out[at + 1] = from[at + 1] + wayY;
    out[at + 2] = from[at + 2] + wayZ;
  }
}

/** Returns a world coordinate of a point of an OBB. */
function placed(b: Float64Array, row: number, x: number, y: number, z: number): number {
  const m = COLUMNS + row;
  return dot(b[m], b[m + 3], b[m + 6], x, y, z) + b[TRANSLATION + row];
}

function checkRadius(name: string, radius: number): void {
  checkFinite(`${name}.radius`, radius);
  if (radius < 0) throw new RangeError(`${name}.radius must not be negative, got ${radius}`);
}
