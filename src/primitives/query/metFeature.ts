import { safeScale } from '../exponents';
import { BOX, POINT, TRIANGLE } from '../flat/convexShape';

/**
 * Which feature of a shape another shape meets. The normal of their contact decides: it is across a plane that parts both, so the
 * feature is the set of all points of the core that are farthest along the normal. This is the largest feature that is met: where a
 * shape stands on the edge of a face, and the normal is that of the face, the face is farthest along it.
 */

/** A part of the surface of a shape that another shape meets: see {@link contact}. */
export type Feature = 'face' | 'edge' | 'vertex';

/** The features by how many dimensions they have. */
const FEATURES: readonly Feature[] = ['vertex', 'edge', 'face'];

const VERTEX = 0;
const EDGE = 1;
const FACE = 2;

/** A normal is across an edge or a face if the angle is right up to this, in radians: far more than its rounding, and far less than matters. */
const LEVEL_ANGLE = 2 ** -20;
/** The cosine of {@link LEVEL_ANGLE}. */
const SAME_DIRECTION = 1 - 2 ** -41;
/** A face counts as a line if the sine of its angle is less: the rounding of its normal may then be more than {@link LEVEL_ANGLE}. */
const LEAST_SINE = 2 ** -30;

/** What the faces and edges of a core follow from: see {@link ConvexShape}. */
interface Spans {
  readonly core: number;
  readonly isOriented: boolean;
  readonly spans: Float64Array;
}

/** The spans of a shape, kept until the feature is wanted. */
export class KeptSpans implements Spans {
  core = POINT;
  isOriented = false;
  readonly spans = new Float64Array(9);

  keep(from: Spans): void {
    const { core, spans } = from;
    this.core = core;
    this.isOriented = from.isOriented;
    for (let i = 0; i < 3 * core; i++) this.spans[i] = spans[i];
  }
}

/** The feature that a contact is on, and the working space that finds it. */
export class MetFeature {
  /** How many dimensions the feature has: see {@link FEATURES}. */
  dimension = VERTEX;
  /** See {@link Contact.faceNormal}. */
  readonly faceNormal = new Float64Array(3);
  readonly #scaled = new Float64Array(9);
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
    this.#setNormal(contact[3], contact[4], contact[5]);
    this.#writeNormal(1);
    if (core === POINT) return;
    if (core === BOX && !other.isOriented) {
      this.#findOfAabb(other.spans, contact, way);
      return;
    }
    const spans = this.#inRange(other.spans, 3 * core);
    if (core === BOX) this.#findOfObb(spans, contact, way);
    else if (core === TRIANGLE) this.#findOfTriangle(spans, contact, way);
    else if (isLevel(spans[0], spans[1], spans[2], contact)) this.dimension = EDGE;
  }

  #findOfTriangle(spans: Float64Array, contact: Float64Array, way: Float64Array | null): void {
    if (this.#setFace(spans, 0, 3)) {
      this.#writeNormal(this.#sideOfSurface(contact, way));
      if (this.#isAlong(contact)) {
        this.dimension = FACE;
        return;
      }
    }
    const bX = spans[0];
    const bY = spans[1];
    const bZ = spans[2];
    const cX = spans[3];
    const cY = spans[4];
    const cZ = spans[5];
    // An edge across the normal is farthest along it unless the third vertex is farther.
    const isLevelAB = isLevel(bX, bY, bZ, contact);
    const isLevelAC = isLevel(cX, cY, cZ, contact);
    const isAboveB = heightOf(bX, bY, bZ, contact) < 0;
    const isAboveC = heightOf(cX, cY, cZ, contact) < 0;
    const isEdge =
      (isLevelAB && (isLevelAC || isAboveC)) ||
      (isLevelAC && isAboveB) ||
      (!(isAboveB && isAboveC) && isLevel(cX - bX, cY - bY, cZ - bZ, contact));
    if (isEdge) this.dimension = EDGE;
  }

  #findOfAabb(spans: Float64Array, contact: Float64Array, way: Float64Array | null): void {
    let axis = -1;
    let most = -1;
    for (let k = 0; k < 3; k++) {
      const along = Math.abs(contact[3 + k]);
      if (along <= LEVEL_ANGLE && spans[4 * k] !== 0) this.dimension = EDGE;
      const hasFaces = spans[k === 0 ? 4 : 0] !== 0 && spans[k === 2 ? 4 : 8] !== 0;
      if (!hasFaces || along <= most) continue;
      axis = k;
      most = along;
    }
    if (axis < 0) return;
    if (most >= SAME_DIRECTION) this.dimension = FACE;
    this.#setNormal(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
    const isFlat = spans[4 * axis] === 0;
    this.#writeNormal(isFlat ? this.#sideOfSurface(contact, way) : contact[3 + axis] < 0 ? -1 : 1);
  }

  #findOfObb(spans: Float64Array, contact: Float64Array, way: Float64Array | null): void {
    let most = -1;
    for (let w = 0; w < 9; w += 3) {
      const x = spans[w];
      const y = spans[w + 1];
      const z = spans[w + 2];
      const isBeside = isLevel(x, y, z, contact);
      if (isBeside) this.dimension = EDGE;
      if (!this.#setFace(spans, w === 6 ? 0 : w + 3, w === 0 ? 6 : w - 3)) continue;
      if (this.#isAlong(contact)) {
        this.#writeNormal(this.#along(contact, 3) < 0 ? -1 : 1);
        this.dimension = FACE;
        return;
      }
      // How thick the box is between this face and the opposite one. A flat box has one face with two sides, as a triangle has.
      const thickness = this.#x * x + this.#y * y + this.#z * z;
      const isFlat = Math.abs(thickness) <= LEAST_SINE * Math.sqrt(x * x + y * y + z * z);
      // Faces across the ends of an edge are not beside it.
      if (isBeside && !isFlat) continue;
      const isAtEnd = heightOf(x, y, z, contact) > 0;
      const side = isFlat ? this.#sideOfSurface(contact, way) : isAtEnd === thickness > 0 ? 1 : -1;
      const along = isFlat ? 1 : side * this.#along(contact, 3);
      if (along <= most) continue;
      most = along;
      this.#writeNormal(side);
    }
  }

  /** Returns spans whose products neither overflow nor underflow: they are scaled by a power of two if they must be. */
  #inRange(spans: Float64Array, count: number): Float64Array {
    let size = 0;
    for (let i = 0; i < count; i++) size = Math.max(size, Math.abs(spans[i]));
    const scale = safeScale(size);
    if (scale === 1) return spans;
    const scaled = this.#scaled;
    // A difference of coordinates may be beyond float64.
    for (let i = 0; i < count; i++) {
      scaled[i] = scale * Math.min(Math.max(spans[i], -Number.MAX_VALUE), Number.MAX_VALUE);
    }
    return scaled;
  }

  /** Sets the normal to u × v, with length 1. Returns false if they span no face. */
  #setFace(spans: Float64Array, u: number, v: number): boolean {
    const uX = spans[u];
    const uY = spans[u + 1];
    const uZ = spans[u + 2];
    const vX = spans[v];
    const vY = spans[v + 1];
    const vZ = spans[v + 2];
    const x = uY * vZ - uZ * vY;
    const y = uZ * vX - uX * vZ;
    const z = uX * vY - uY * vX;
    const square = x * x + y * y + z * z;
    const squares = (uX * uX + uY * uY + uZ * uZ) * (vX * vX + vY * vY + vZ * vZ);
    if (!(square > LEAST_SINE * LEAST_SINE * squares)) return false;
    const size = Math.sqrt(square);
    this.#setNormal(x / size, y / size, z / size);
    return true;
  }

  #setNormal(x: number, y: number, z: number): void {
    this.#x = x;
    this.#y = y;
    this.#z = z;
  }

  #writeNormal(side: number): void {
    const { faceNormal } = this;
    faceNormal[0] = side * this.#x + 0;
    faceNormal[1] = side * this.#y + 0;
    faceNormal[2] = side * this.#z + 0;
  }

  /** Returns 1 or -1, as the normal of a surface goes to the side that is met or to the other one. */
  #sideOfSurface(contact: Float64Array, way: Float64Array | null): number {
    const speed = way === null ? 0 : this.#along(way, 0);
    if (speed < 0) return 1;
    if (speed > 0) return -1;
    return this.#along(contact, 3) < 0 ? -1 : 1;
  }

  /** Returns whether the normal of the face and that of the contact have the same direction, or opposite directions. */
  #isAlong(contact: Float64Array): boolean {
    return Math.abs(this.#along(contact, 3)) >= SAME_DIRECTION;
  }

  /** Returns the product of the normal of the face and a vector. */
  #along(vectors: Float64Array, at: number): number {
    return this.#x * vectors[at] + this.#y * vectors[at + 1] + this.#z * vectors[at + 2];
  }
}

/** Returns how far an edge goes along the normal of a contact. */
function heightOf(x: number, y: number, z: number, contact: Float64Array): number {
  return x * contact[3] + y * contact[4] + z * contact[5];
}

/** Returns whether an edge is across the normal of a contact. An edge without length is not. */
function isLevel(x: number, y: number, z: number, contact: Float64Array): boolean {
  const square = x * x + y * y + z * z;
  const height = heightOf(x, y, z, contact);
  return square > 0 && height * height <= LEVEL_ANGLE * LEVEL_ANGLE * square;
}
