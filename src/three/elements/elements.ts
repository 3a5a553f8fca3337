import type { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { versionOf } from '../meshes/geometryMeshes';
import { type Attribute, drawnRange } from '../meshes/readTriangles';

/** How the vertices of a geometry are drawn: each as a point, each two as a segment, or all as one line, open or closed. */
export type ElementKind = 'points' | 'segments' | 'line' | 'loop';

/** The points or segments that an object draws of its geometry, in the order in which three.js asks them for hits. */
export class Elements {
  readonly geometry: BufferGeometry;
  readonly kind: ElementKind;
  readonly count: number;
  /** What was read, to notice that it has changed. */
  readonly #positions: Attribute;
  readonly #index: BufferAttribute | null;
  readonly #versions: readonly number[];
  /** The part of the index, or of the vertices, that is drawn. */
  readonly #first: number;
  readonly #end: number;

  constructor(geometry: BufferGeometry, kind: ElementKind) {
    const { attributes, index } = geometry;
    const { start, end } = drawnRange(geometry);
    this.geometry = geometry;
    this.kind = kind;
    this.#positions = attributes.position;
    this.#index = index;
    this.#versions = versionsOf(geometry);
    this.#first = start;
    this.#end = end;
    const vertices = Math.max(0, this.#end - this.#first);
    if (kind === 'points') this.count = vertices;
    else if (kind === 'segments') this.count = vertices >> 1;
    else this.count = Math.max(0, kind === 'loop' ? vertices : vertices - 1);
  }

  /** Whether the geometry is still the one that was read, as far as three.js has been told. */
  get isCurrent(): boolean {
    const { attributes, index } = this.geometry;
    const versions = versionsOf(this.geometry);
    return (
      attributes.position === this.#positions &&
      index === this.#index &&
      versions.every((version, i) => version === this.#versions[i])
    );
  }

  /** Where an element begins in the index, or among the vertices. */
  placeOf(element: number): number {
    return this.#first + (this.kind === 'segments' ? 2 * element : element);
  }

  /** The vertex of a point, or the first of a segment. */
  startOf(element: number): number {
    return this.#vertexAt(this.placeOf(element));
  }

  /** The second vertex of a segment. That of a point is the same as the first. */
  endOf(element: number): number {
    const place = this.placeOf(element);
    if (this.kind === 'points') return this.#vertexAt(place);
    return this.#vertexAt(place + 1 === this.#end ? this.#first : place + 1);
  }

  readStart(element: number, target: Vector3): Vector3 {
    return target.fromBufferAttribute(this.#positions, this.startOf(element));
  }

  readEnd(element: number, target: Vector3): Vector3 {
    return target.fromBufferAttribute(this.#positions, this.endOf(element));
  }

  #vertexAt(place: number): number {
    return this.#index === null ? place : this.#index.getX(place);
  }
}

function versionsOf({ attributes, index, drawRange }: BufferGeometry): number[] {
  const { position } = attributes;
  return [
    versionOf(position),
    position.count,
    index?.version ?? 0,
    index?.count ?? 0,
    drawRange.start,
    drawRange.count,
  ];
}
