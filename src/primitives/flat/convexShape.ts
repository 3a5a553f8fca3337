import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from './boxLayout';
import type { Index, Numbers } from './numbers';

/** The cores of convex shapes, numbered by how many spans they have: see {@link ConvexShape.spans}. */
export const POINT: Index = 0;
export const SEGMENT: Index = 1;
export const TRIANGLE: Index = 2;
export const BOX: Index = 3;

/**
 * A convex shape as flat numbers: a core (a point, a segment, a triangle or a parallelepiped), and the radius of the ball that
 * rounds it.
 */
export class ConvexShape {
  core: Index = POINT;
  /** The vertices of the core in the world, three numbers each. Bit k of a box's vertex says whether it is at the maximum of axis k. */
  readonly vertices: Numbers = new Float64Array(24);
  radius: number = 0;
  /** The edges from vertex 0 that span the core, three numbers each. They do not change as the shape moves. */
  readonly spans: Numbers = new Float64Array(9);
  /** The bounds of the core: min x y z, max x y z. */
  readonly bounds: Numbers = new Float64Array(6);
  /** The record of a box: see boxLayout.ts. */
  readonly record: Numbers = new Float64Array(OBB_STRIDE);
  isOriented: boolean = false;

  get vertexCount(): Index {
    return this.core === BOX ? 8 : this.core + 1;
  }

  /**
   * Returns the largest absolute value of a coordinate, or the radius if it is larger. An oriented box has the coordinates of its
   * translation, too: they may cancel most of its vertices, but not their rounding.
   */
  get size(): number {
    const bounds = this.bounds;
    const record = this.record;
    let size = this.radius;
    for (let k = 0; k < 6; k++) size = Math.max(size, Math.abs(bounds[k]));
    if (this.core !== BOX || !this.isOriented) return size;
    for (let k = TRANSLATION; k < TRANSLATION + 3; k++) size = Math.max(size, Math.abs(record[k]));
    return size;
  }

  /** Returns where the first vertex begins that is farthest along a direction. */
  farthestVertex(x: number, y: number, z: number): Index {
    const vertices = this.vertices;
    let farthest = 0;
    for (let at = 3; at < 3 * this.vertexCount; at += 3) {
      const wayX = vertices[at] - vertices[farthest];
      const wayY = vertices[at + 1] - vertices[farthest + 1];
      const wayZ = vertices[at + 2] - vertices[farthest + 2];
      if (x * wayX + y * wayY + z * wayZ > 0) farthest = at;
    }
    return farthest;
  }

  setPoint(x: number, y: number, z: number, radius: number): void {
    this.setVertex(0, x, y, z);
    this.setCore(POINT, radius);
  }

  /** Sets the shape to a capsule. One without length is a sphere, so that their answers are the same. */
  setSegment(aX: number, aY: number, aZ: number, bX: number, bY: number, bZ: number, radius: number): void {
    if (aX === bX && aY === bY && aZ === bZ) {
      this.setPoint(aX, aY, aZ, radius);
      return;
    }
    this.setVertex(0, aX, aY, aZ);
    this.setVertex(1, bX, bY, bZ);
    this.setCore(SEGMENT, radius);
  }

  /** Sets the shape to a triangle, given as 9 numbers. */
  setTriangle(corners: Numbers): void {
    const vertices = this.vertices;
    for (let i = 0; i < 9; i++) vertices[i] = corners[i];
    this.setCore(TRIANGLE, 0);
  }

  /** Sets the shape to the box whose record is in {@link record}. */
  setBox(isOriented: boolean): void {
    const b = this.record;
    this.isOriented = isOriented;
    for (let vertex = 0; vertex < 8; vertex++) {
      const x = b[(vertex & 1) !== 0 ? 3 : 0];
      const y = b[(vertex & 2) !== 0 ? 4 : 1];
      const z = b[(vertex & 4) !== 0 ? 5 : 2];
      if (isOriented) this.setVertex(vertex, placed(b, 0, x, y, z), placed(b, 1, x, y, z), placed(b, 2, x, y, z));
      else this.setVertex(vertex, x, y, z);
    }
    if (isOriented) this.setCore(BOX, 0);
    else this.setAabb();
  }

  /** Sets the shape to another one, scaled by a power of two. */
  setScaled(from: ConvexShape, scale: number): void {
    const vertices = from.vertices;
    const record = this.record;
    for (let at = 0; at < 3 * from.vertexCount; at++) this.vertices[at] = vertices[at] * scale;
    this.setCore(from.core, from.radius * scale);
    this.isOriented = from.isOriented;
    for (let at = 0; at < OBB_STRIDE; at++) record[at] = from.record[at];
    if (!from.isOriented) {
      for (let at = 0; at < AABB_STRIDE; at++) record[at] *= scale;
      return;
    }
    // The matrix scales the local box, which stays as it is.
    for (let at = TRANSLATION; at < TRANSLATION + 3; at++) record[at] *= scale;
    for (let at = COLUMNS; at < COLUMNS + 9; at++) record[at] *= scale;
  }

  /** Sets the shape to another one, moved by the share t of a motion. */
  setMoved(from: ConvexShape, motion: Numbers, t: number): void {
    const core = from.core;
    const wayX = t * motion[0];
    const wayY = t * motion[1];
    const wayZ = t * motion[2];
    this.core = core;
    this.radius = from.radius;
    this.isOriented = from.isOriented;
    move(from.vertices, 3 * from.vertexCount, wayX, wayY, wayZ, this.vertices);
    // Rounding is monotonic: the bounds of the moved vertices are the moved bounds.
    move(from.bounds, 6, wayX, wayY, wayZ, this.bounds);
    for (let i = 0; i < 3 * core; i++) this.spans[i] = from.spans[i];
    if (core !== BOX) return;
    const record = this.record;
    if (!from.isOriented) {
      move(from.record, AABB_STRIDE, wayX, wayY, wayZ, record);
      return;
    }
    for (let at = 0; at < OBB_STRIDE; at++) record[at] = from.record[at];
    record[TRANSLATION] += wayX;
    record[TRANSLATION + 1] += wayY;
    record[TRANSLATION + 2] += wayZ;
  }

  private setVertex(vertex: Index, x: number, y: number, z: number): void {
    const vertices = this.vertices;
    vertices[3 * vertex] = x;
    vertices[3 * vertex + 1] = y;
    vertices[3 * vertex + 2] = z;
  }

  /** Does {@link setCore} for an axis-aligned box, whose bounds are its record. */
  private setAabb(): void {
    const record = this.record;
    const bounds = this.bounds;
    const spans = this.spans;
    this.core = BOX;
    this.radius = 0;
    for (let i = 0; i < 9; i++) spans[i] = 0;
    for (let k = 0; k < 3; k++) {
      bounds[k] = record[k];
      bounds[3 + k] = record[3 + k];
      spans[4 * k] = record[3 + k] - record[k];
    }
  }

  /** Sets all but the vertices and the record of a box. */
  private setCore(core: Index, radius: number): void {
    const vertices = this.vertices;
    const bounds = this.bounds;
    const spans = this.spans;
    this.core = core;
    this.radius = radius;
    const end = 3 * this.vertexCount;
    for (let k = 0; k < 3; k++) {
      let min = vertices[k];
      let max = min;
      for (let at = 3 + k; at < end; at += 3) {
        const value = vertices[at];
        if (value < min) min = value;
        if (value > max) max = value;
      }
      bounds[k] = min;
      bounds[3 + k] = max;
    }
    for (let i = 0; i < core; i++) {
      const at = 3 * (core === BOX ? 1 << i : i + 1);
      for (let k = 0; k < 3; k++) spans[3 * i + k] = vertices[at + k] - vertices[k];
    }
  }
}

/** Writes `count` numbers, three a point, moved by a way. */
function move(from: Numbers, count: Index, wayX: number, wayY: number, wayZ: number, out: Numbers): void {
  for (let at = 0; at < count; at += 3) {
    out[at] = from[at] + wayX;
    out[at + 1] = from[at + 1] + wayY;
    out[at + 2] = from[at + 2] + wayZ;
  }
}

/** Returns a world coordinate of a point of an OBB. */
function placed(b: Numbers, row: Index, x: number, y: number, z: number): number {
  const m = COLUMNS + row;
  return b[m] * x + b[m + 3] * y + b[m + 6] * z + b[TRANSLATION + row];
}
