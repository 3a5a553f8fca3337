import type { FloatArray, IndexArray } from 'slabtree';
import { type BufferAttribute, type BufferGeometry, type InterleavedBufferAttribute, Vector3 } from 'three';

export type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** The triangles of a geometry, as numbers for a mesh of the core. */
export interface GeometryTriangles {
  /** The positions of the vertices, from the first vertex that a triangle has to the last. */
  readonly positions: FloatArray;
  readonly index?: IndexArray;
  /** The number, in the geometry, of the first vertex in `positions`. */
  readonly first: number;
}

/** The part of a geometry that is drawn. */
export interface DrawnRange {
  /** Where the first triangle begins: a place in the index, or a vertex if there is no index. The others follow by threes. */
  readonly start: number;
  readonly end: number;
}

const vertex = /* @__PURE__ */ new Vector3();

/** Returns the range of the index, or of the vertices, over which three.js's raycast loops if there is one material. */
export function drawnRange({ attributes, index, drawRange }: BufferGeometry): DrawnRange {
  const count = (index ?? attributes.position).count;
  return { start: Math.max(0, drawRange.start), end: Math.min(count, drawRange.start + drawRange.count) };
}

/** Reads the drawn triangles, with the numbers that three.js computes with. Returns null if a mesh cannot have all of them. */
export function readTriangles(geometry: BufferGeometry, { start, end }: DrawnRange): GeometryTriangles | null {
  const { attributes, index } = geometry;
  const position = attributes.position;
  const count = 3 * Math.ceil((end - start) / 3);
  // If the range ends within a triangle, three.js reads the whole triangle.
  if (!(count > 0 && start + count <= (index ?? position).count && Number.isInteger(start))) return null;
  if (index === null) return { positions: readVertices(position, start, count), first: start };
  const vertices = readIndex(index, start, count);
  let first = vertices[0];
  let last = first;
  // A `for … of` loop takes ten times as long, and Math.min and Math.max four times.
  for (let i = 1; i < count; i++) {
    const number = vertices[i];
    if (number < first) first = number;
    if (number > last) last = number;
  }
  if (last >= position.count) return null;
  const positions = readVertices(position, first, last + 1 - first);
  return { positions, index: first === 0 ? vertices : vertices.map((vertex) => vertex - first), first };
}

/** Reads a part of an index. An array that is too short, because it was transferred to a thread, is read as three.js reads it. */
function readIndex(index: BufferAttribute, start: number, count: number): IndexArray {
  const { array } = index;
  const isPlain = array instanceof Uint16Array || array instanceof Uint32Array;
  if (isPlain && array.length >= start + count) return array.subarray(start, start + count);
  return Uint32Array.from({ length: count }, (_, i) => index.getX(start + i));
}

export function readVertices(position: Attribute, first: number, count: number): FloatArray {
  const { array, itemSize, normalized } = position;
  const isPlain = itemSize === 3 && !normalized && !('isInterleavedBufferAttribute' in position);
  const end = 3 * (first + count);
  if (isPlain && array.length >= end && (array instanceof Float32Array || array instanceof Float64Array)) {
    return array.subarray(3 * first, end);
  }
  const read = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) vertex.fromBufferAttribute(position, first + i).toArray(read, 3 * i);
  // Normalized integers may need float64. Most other numbers do not.
  const rounded = Float32Array.from(read);
  return read.every((value, i) => value === rounded[i]) ? rounded : read;
}
