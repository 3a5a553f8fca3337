import { unitScale } from '../exponents';
import { BOX, POINT, SEGMENT, TRIANGLE } from '../flat/convexShape';
import { dot } from '../shapes/vec3';

/**
 * Which feature of a shape another shape meets. The normal of their contact decides: it is across a plane that parts both, so the
 * feature is the set of all points of the core that are farthest along the normal. This is the largest feature that is met: where a
 * shape stands on the edge of a face, and the normal is that of the face, the face is farthest along it.
 */

/** A part of the surface of a shape that another shape meets: see {@link contact}. */
export type Feature = 'face' | 'edge' | 'vertex';

/** The features by how many dimensions they have. */
export const FEATURES: readonly Feature[] = ['vertex', 'edge', 'face'];

const VERTEX = 0;
const EDGE = 1;
const FACE = 2;

/** A normal is across an edge or a face if the angle is right up to this, in radians: far more than its rounding, and far less than matters. */
const LEVEL = 2 ** -20;
/** The cosine of {@link LEVEL}. */
const SAME_DIRECTION = 1 - 2 ** -41;
/** A face counts as a line if the sine of its angle is less: the rounding of its normal may then be more than {@link LEVEL}. */
const THIN = 2 ** -30;

/** If the largest number of a span is between these, no product of four overflows, or underflows where it matters. */
const SMALL = 1e-60;
const LARGE = 1e60;

/** What the faces and edges of a core follow from: see {@link ConvexShape}. */
export interface Spans {
  readonly core: number;
  readonly isOriented: boolean;
  readonly spans: Float64Array;
}

/** The spans of a shape, kept until the feature is wanted. */
export class KeptSpans implements Spans {
  core = POINT;
  isOriented = false;
  readonly spans = new Float64Array(9);

  keep({ core, isOriented, spans }: Spans): void {
    this.core = core;
    this.isOriented = isOriented;
    for (let i = 0; i < 3 * core; i++) this.spans[i] = spans[i];
  }
}

/** The feature that a contact is on, and the working space that finds it. */
export class MetFeature {
  /** How many dimensions the feature has: see {@link FEATURES}. */
  dimension = VERTEX;
  /** See {@link Contact.faceNormal}. */
  readonly faceNormal = new Float64Array(3);
  /** Up to three edges of the core. They may be scaled by powers of two, each by another. */
  readonly #edges = new Float64Array(9);
  /** The normal of a face, with length 1. */
  #x = 0;
  #y = 0;
  #z = 0;

  get name(): Feature {
    return FEATURES[this.dimension];
  }

  /**
   * Finds the feature of a shape.
   *
   * @param contact the point and the normal of the contact.
   * @param way the motion of the other shape, if it moves before it meets this one.
   */
  find(other: Spans, contact: Float64Array, way: Float64Array | null): void {
    const { core } = other;
    this.dimension = VERTEX;
    for (let k = 0; k < 3; k++) this.faceNormal[k] = contact[3 + k] + 0;
    if (core === POINT) return;
    for (let at = 0; at < 3 * core; at += 3)
      this.#setEdge(at, other.spans[at], other.spans[at + 1], other.spans[at + 2]);
    if (core === BOX) this.#findOfBox(other.isOriented, contact, way);
    else if (core === TRIANGLE) this.#findOfTriangle(other.spans, contact, way);
    else if (core === SEGMENT && this.#isLevel(0, contact)) this.dimension = EDGE;
  }

  #findOfTriangle(spans: Float64Array, contact: Float64Array, way: Float64Array | null): void {
    if (this.#setNormal(0, 3)) {
      const along = this.#along(contact, 3);
      this.#writeNormal(this.#sideOfSurface(contact, way));
      if (along >= SAME_DIRECTION || along <= -SAME_DIRECTION) {
        this.dimension = FACE;
        return;
      }
    }
    this.#setEdge(6, spans[3] - spans[0], spans[4] - spans[1], spans[5] - spans[2]);
    // An edge across the normal is farthest along it unless the third vertex is farther.
    const isLevelAB = this.#isLevel(0, contact);
    const isLevelAC = this.#isLevel(3, contact);
    const isAboveB = this.#heightOf(0, contact) < 0;
    const isAboveC = this.#heightOf(3, contact) < 0;
    const isEdge =
      (isLevelAB && (isLevelAC || isAboveC)) ||
      (isLevelAC && isAboveB) ||
      (this.#isLevel(6, contact) && !(isAboveB && isAboveC));
    if (isEdge) this.dimension = EDGE;
  }

  #findOfBox(isOriented: boolean, contact: Float64Array, way: Float64Array | null): void {
    const edges = this.#edges;
    let most = -1;
    for (let k = 0; k < 3; k++) {
      const at = 3 * k;
      const u = k === 2 ? 0 : at + 3;
      const v = k === 0 ? 6 : at - 3;
      const isLevel = this.#isLevel(at, contact);
      if (isLevel) this.dimension = EDGE;
      if (!(isOriented ? this.#setNormal(u, v) : this.#setAxis(k))) continue;
      const along = this.#along(contact, 3);
      if (along >= SAME_DIRECTION || along <= -SAME_DIRECTION) {
        this.#writeNormal(along < 0 ? -1 : 1);
        this.dimension = FACE;
        return;
      }
      // How thick the box is between this face and the opposite one. A flat box has one face with two sides, as a triangle has.
      const thickness = this.#along(edges, at);
      const isFlat = Math.abs(thickness) <= THIN * Math.sqrt(squareOf(edges, at));
      // Faces at the ends of an edge are beside it.
      if (isLevel && !isFlat) continue;
      const isAtEnd = this.#heightOf(at, contact) > 0;
      const side = isFlat ? this.#sideOfSurface(contact, way) : isAtEnd === thickness > 0 ? 1 : -1;
      const share = isFlat ? Math.abs(along) : side * along;
      if (!(share > most)) continue;
      most = share;
      this.#writeNormal(side);
    }
  }

  /** Sets an edge, scaled so that its squares neither overflow nor underflow. */
  #setEdge(at: number, x: number, y: number, z: number): void {
    const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const edges = this.#edges;
    edges[at] = x;
    edges[at + 1] = y;
    edges[at + 2] = z;
    if ((size > SMALL && size < LARGE) || size === 0) return;
    const scale = unitScale(size);
    // A difference of coordinates may be beyond float64.
    for (let i = at; i < at + 3; i++)
      edges[i] = scale * Math.min(Math.max(edges[i], -Number.MAX_VALUE), Number.MAX_VALUE);
  }

  /** Sets the normal to u × v, with length 1. Returns false if they span no face. */
  #setNormal(u: number, v: number): boolean {
    const edges = this.#edges;
    const x = edges[u + 1] * edges[v + 2] - edges[u + 2] * edges[v + 1];
    const y = edges[u + 2] * edges[v] - edges[u] * edges[v + 2];
    const z = edges[u] * edges[v + 1] - edges[u + 1] * edges[v];
    const square = x * x + y * y + z * z;
    if (!(square > THIN * THIN * squareOf(edges, u) * squareOf(edges, v))) return false;
    const size = Math.sqrt(square);
    this.#x = x / size;
    this.#y = y / size;
    this.#z = z / size;
    return true;
  }

  /** Sets the normal to the axis k of an axis-aligned box. Returns false if the box has no faces across it. */
  #setAxis(k: number): boolean {
    this.#x = k === 0 ? 1 : 0;
    this.#y = k === 1 ? 1 : 0;
    this.#z = k === 2 ? 1 : 0;
    const edges = this.#edges;
    return (k === 0 || edges[0] !== 0) && (k === 1 || edges[4] !== 0) && (k === 2 || edges[8] !== 0);
  }

  /** Returns 1 or -1, as the normal of a surface goes to the side that is met or to the other one. */
  #sideOfSurface(contact: Float64Array, way: Float64Array | null): number {
    const speed = way === null ? 0 : this.#along(way, 0);
    if (speed < 0) return 1;
    if (speed > 0) return -1;
    return this.#along(contact, 3) < 0 ? -1 : 1;
  }

  #writeNormal(side: number): void {
    this.faceNormal[0] = side * this.#x + 0;
    this.faceNormal[1] = side * this.#y + 0;
    this.faceNormal[2] = side * this.#z + 0;
  }

  /** Returns the product of the normal of the face and a vector. */
  #along(vectors: Float64Array, at: number): number {
    return dot(this.#x, this.#y, this.#z, vectors[at], vectors[at + 1], vectors[at + 2]);
  }

  /** Returns how far an edge goes along the normal of the contact. */
  #heightOf(at: number, contact: Float64Array): number {
    const edges = this.#edges;
    return dot(edges[at], edges[at + 1], edges[at + 2], contact[3], contact[4], contact[5]);
  }

  /** Returns whether an edge is across the normal of the contact. An edge without length is not. */
  #isLevel(at: number, contact: Float64Array): boolean {
    const square = squareOf(this.#edges, at);
    const height = this.#heightOf(at, contact);
    return square > 0 && height * height <= LEVEL * LEVEL * square;
  }
}

function squareOf(vectors: Float64Array, at: number): number {
  const x = vectors[at];
  const y = vectors[at + 1];
  const z = vectors[at + 2];
  return x * x + y * y + z * z;
}
