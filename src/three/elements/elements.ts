import type { BufferGeometry, Object3D } from 'three';
import { type DrawnRange, drawnRange } from '../meshes/readTriangles';

/** How the vertices of a geometry are drawn: as triangles, as points, as separate segments, or as one open or closed line. */
export type ElementKind = 'triangles' | 'points' | 'segments' | 'line' | 'loop';

/**
 * Returns how an object draws its vertices. Null for objects that are no meshes, lines or points, and for wide lines: their
 * shader repeats the mesh of one segment.
 */
export function elementKindOf(object: Object3D): ElementKind | null {
  if ('isMesh' in object) return 'isLineSegments2' in object ? null : 'triangles';
  if ('isPoints' in object) return 'points';
  if (!('isLine' in object)) return null;
  if ('isLineSegments' in object) return 'segments';
  return 'isLineLoop' in object ? 'loop' : 'line';
}

/** The triangles, segments or points that a geometry draws, in the order in which three.js's raycast tests them. */
export class Elements {
  readonly geometry: BufferGeometry;
  /** How many vertices an element of a geometry has: a triangle has 3, a segment 2, a point 1. */
  readonly size: number;
  readonly count: number;
  /** The part of the geometry's index that is drawn, or of its vertices if it has no index. */
  readonly #range: DrawnRange;
  /** How many places of the index, or vertices, lie between the starts of two consecutive elements. */
  readonly #step: number;

  constructor(geometry: BufferGeometry, kind: ElementKind, range = drawnRange(geometry)) {
    this.geometry = geometry;
    this.size = kind === 'triangles' ? 3 : kind === 'points' ? 1 : 2;
    this.#range = range;
    this.#step = kind === 'line' || kind === 'loop' ? 1 : this.size;
    // A line has one segment less than vertices. A closed line has as many: its last segment ends at the first vertex.
    const missing = kind === 'loop' ? 0 : this.size - this.#step;
    this.count = Math.max(0, Math.floor((range.end - range.start - missing) / this.#step));
  }

  /**
   * Returns where an element (triangle, segment or point) starts in the geometry's index, or among its vertices without index.
   */
  placeOf(element: number): number {
    return this.#range.start + this.#step * element;
  }

  /** Returns the number of a triangle or segment: `faceIndex` or `index` of an `Intersection`. */
  numberOf(element: number): number {
    const at = this.placeOf(element);
    return this.size === 3 ? Math.floor(at / 3) : at;
  }

  /** Whether an element starts at this place in the geometry's index or vertices: see {@link placeOf}. */
  hasPlace(place: number): boolean {
    const element = (place - this.#range.start) / this.#step;
    return Number.isInteger(element) && element >= 0 && element < this.count;
  }

  /** Returns the number of the vertex at a corner of an element (a triangle, segment or point). Corner 0 is its first vertex. */
  vertexOf(element: number, corner: number): number {
    const { index } = this.geometry;
    const { start, end } = this.#range;
    const place = this.placeOf(element) + corner;
    const inRange = place === end ? start : place;
    return index === null ? inRange : index.getX(inRange);
  }
}
