import type { FloatArray, IndexArray } from 'slabtree';
import { type BufferAttribute, type BufferGeometry, type InterleavedBufferAttribute, Vector3 } from 'three';

export type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** The numbers of a geometry's triangles. */
export interface GeometryTriangles {
  /** The vertices from the first that a triangle has to the last. */
  readonly positions: FloatArray;
  readonly index?: IndexArray;
  /** The first of these vertices in the geometry. */
  readonly first: number;
}

/** The part of a geometry that is drawn. */
export interface DrawnRange {
  /** Where the first triangle begins: the number of its vertex, or of its place in the index. The others follow by threes. */
  readonly start: number;
  readonly end: number;
}

const vertex = /* @__PURE__ */ new Vector3();

/** What three.js goes through if there is one material. */
export function drawnRange({ attributes, index, drawRange }: BufferGeometry): DrawnRange {
  const count = (index ?? attributes.position).count;
  return { start: Math.max(0, drawRange.start), end: Math.min(count, drawRange.start + drawRange.count) };
}

/** Reads the triangles that are drawn, with the numbers that three.js computes with. Null if a tree cannot have them all. */
export function readTriangles(geometry: BufferGeometry, { start, end }: DrawnRange): GeometryTriangles | null {
  const { attributes, index } = geometry;
  const position = attributes.position;
  const count = 3 * Math.ceil((end - start) / 3);
  // three.js reads beyond the end, too, if that is in the middle of a triangle.
  if (!(count > 0 && start + count <= (index ?? position).count && Number.isInteger(start))) return null;
  if (index === null) return { positions: readVertices(position, start, count), first: start };
  const vertices = readIndex(index, start, count);
  let first = Infinity;
  let last = -1;
  // A loop over the elements themselves takes ten times as long.
  for (let i = 0; i < count; i++) {
    first = Math.min(first, vertices[i]);
    last = Math.max(last, vertices[i]);
  }
  if (last >= position.count) return null;
  const positions = readVertices(position, first, last + 1 - first);
  return { positions, index: first === 0 ? vertices : vertices.map((vertex) => vertex - first), first };
}

/** An array that is too short, as when another thread has taken its numbers, is read as three.js reads it: number by number. */
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
  // A normalized number may need float64. Few others do.
  const rounded = Float32Array.from(read);
  return read.every((value, i) => value === rounded[i]) ? rounded : read;
}
