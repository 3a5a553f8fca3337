import type { BufferGeometry, Object3D } from 'three';
import { type DrawnRange, drawnRange } from '../meshes/readTriangles';

/** How the vertices of a geometry are drawn: as triangles, as points, as separate segments, or as one open or closed line. */
export type ElementKind = 'triangles' | 'points' | 'segments' | 'line' | 'loop';

/**
 * Returns how an object draws its vertices. Null for other objects, and for wide lines: their shader repeats the mesh of one
 * segment.
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
  /** How many vertices an element has. */
  readonly size: number;
  readonly count: number;
  /** The drawn range of the index, or of the vertices if there is no index. */
  readonly #range: DrawnRange;
  /** The distance from the start of one element to the start of the next. */
  readonly #step: number;

  constructor(geometry: BufferGeometry, kind: ElementKind, range = drawnRange(geometry)) {
    this.geometry = geometry;
    this.size = kind === 'triangles' ? 3 : kind === 'points' ? 1 : 2;
    this.#range = range;
    this.#step = kind === 'line' || kind === 'loop' ? 1 : this.size;
    // A line has one segment less than vertices. The last segment of a loop ends at the first vertex.
    const missing = kind === 'loop' ? 0 : this.size - this.#step;
    this.count = Math.max(0, Math.floor((range.end - range.start - missing) / this.#step));
  }

  /** Returns where an element starts in the index, or among the vertices if there is no index. */
  placeOf(element: number): number {
    return this.#range.start + this.#step * element;
  }

  /** Whether an element starts at this place: see {@link placeOf}. */
  hasPlace(place: number): boolean {
    const element = (place - this.#range.start) / this.#step;
    return Number.isInteger(element) && element >= 0 && element < this.count;
  }

  /** Returns the number of a vertex of an element. Corner 0 is its first vertex. */
  vertexOf(element: number, corner: number): number {
    const { index } = this.geometry;
    const { start, end } = this.#range;
    const place = this.placeOf(element) + corner;
    const inRange = place === end ? start : place;
    return index === null ? inRange : index.getX(inRange);
  }
}
