import type { BufferGeometry, Object3D } from 'three';
import { type DrawnRange, drawnRange } from '../meshes/readTriangles';

/** How the vertices of a geometry are drawn: as triangles, points or segments, or all as one line, open or closed. */
export type ElementKind = 'triangles' | 'points' | 'segments' | 'line' | 'loop';

/** How an object draws its vertices. Null if it does not: wide lines are meshes of one segment, which a shader repeats. */
export function elementKindOf(object: Object3D): ElementKind | null {
  if ('isMesh' in object) return 'isLineSegments2' in object ? null : 'triangles';
  if ('isPoints' in object) return 'points';
  if (!('isLine' in object)) return null;
  if ('isLineSegments' in object) return 'segments';
  return 'isLineLoop' in object ? 'loop' : 'line';
}

/** The triangles, segments or points that are drawn of a geometry, in the order in which three.js asks them for hits. */
export class Elements {
  readonly geometry: BufferGeometry;
  /** How many vertices each has. */
  readonly size: number;
  readonly count: number;
  /** The part of the index, or of the vertices, that is drawn. */
  readonly #range: DrawnRange;
  /** How far the next begins from where one begins. */
  readonly #step: number;

  constructor(geometry: BufferGeometry, kind: ElementKind, range = drawnRange(geometry)) {
    this.geometry = geometry;
    this.size = kind === 'triangles' ? 3 : kind === 'points' ? 1 : 2;
    this.#range = range;
    this.#step = kind === 'line' || kind === 'loop' ? 1 : this.size;
    // The last segment of a loop ends where the first begins.
    const missing = kind === 'loop' ? 0 : this.size - this.#step;
    this.count = Math.max(0, Math.floor((range.end - range.start - missing) / this.#step));
  }

  /** Where an element begins in the index, or among the vertices. */
  placeOf(element: number): number {
    return this.#range.start + this.#step * element;
  }

  /** Whether one of them begins at a place in the index, or at a vertex. */
  hasPlace(place: number): boolean {
    const element = (place - this.#range.start) / this.#step;
    return Number.isInteger(element) && element >= 0 && element < this.count;
  }

  /** The number of a vertex of an element: of the first, or another. */
  vertexOf(element: number, corner: number): number {
    const { index } = this.geometry;
    const { start, end } = this.#range;
    const place = this.placeOf(element) + corner;
    const inRange = place === end ? start : place;
    return index === null ? inRange : index.getX(inRange);
  }
}
