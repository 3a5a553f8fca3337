import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import type { OpenFiles } from '../bytes/byteReader';
import { isMoved, type Pose, posed, type Positions } from './pose';

/** The triangles of a primitive, as the arguments of `BoxScene.addMesh`. */
export interface MeshNumbers {
  positions: Positions;
  /** Three vertex numbers for each triangle. Undefined if every three vertices in a row are a triangle. */
  index: Uint32Array | undefined;
}

/** The codes in glTF of those modes of primitives that are triangles: a list, a strip, a fan. */
const LIST = 4;
const STRIP = 5;
const FAN = 6;

/** The codes in glTF of all modes of primitives: points, lines, and triangles. */
const MODES = [0, 1, 2, 3, LIST, STRIP, FAN];
/** The name of a glTF extension that compresses primitives, and which the command cannot read. */
const DRACO = 'KHR_draco_mesh_compression';

/** Reads the triangles of the primitives of a glTF. */
export class Primitives {
  readonly #accessors: Accessors;
  readonly #budget: Budget;
  /** For each accessor, the vertices that it has. They are cached, as primitives may share vertices. */
  readonly #positions = new Map<JsonValue, Promise<Positions>>();
  readonly #newVertices = new NewVertices();

  constructor(accessors: Accessors, files: OpenFiles) {
    this.#accessors = accessors;
    this.#budget = new Budget(files);
  }

  /** Whether a primitive consists of triangles and has vertices. */
  hasTriangles(primitive: JsonValue): boolean {
    return primitive.required('attributes').optional('POSITION') !== undefined && modeOf(primitive) >= LIST;
  }

  /**
   * Returns a text that identifies the triangles of a primitive. Primitives that differ only in their materials have equal keys.
   *
   * @param skin the name of the skin that moves the vertices. Undefined if there is none.
   */
  keyOf(primitive: JsonValue, pose: Pose, skin: string | undefined): string {
    const accessorOf = (index: JsonValue | undefined) => index?.index(this.#accessors.list.length) ?? -1;
    const attributes = primitive.required('attributes');
    const own = [accessorOf(attributes.optional('POSITION')), accessorOf(primitive.optional('indices'))];
    const key = [...own, modeOf(primitive)].join();
    return isMoved(primitive, pose) ? `${key} ${primitive.name} ${skin ?? ''} ${pose.weights.join()}` : key;
  }

  /** Returns the vertices and triangles of a primitive. Null if there are no triangles. */
  async read(primitive: JsonValue, pose: Pose): Promise<MeshNumbers | null> {
    const position = primitive.required('attributes').required('POSITION');
    this.#checkCompression(primitive, position);
    const stored = await this.#positionsOf(position);
    if (isMoved(primitive, pose)) this.#budget.spend(stored.length / 3, primitive.name);
    const positions = await posed(primitive, stored, pose, this.#accessors);
    const corners = await this.#cornersOf(primitive, positions.length / 3);
    if ((corners?.length ?? positions.length) === 0) return null;
    return corners === undefined ? { positions, index: undefined } : this.#newVertices.onlyUsed(positions, corners);
  }

  #checkCompression(primitive: JsonValue, position: JsonValue): void {
    if (primitive.optional('extensions')?.optional(DRACO) === undefined) return;
    // A primitive that is compressed by Draco may have its triangles uncompressed too, for readers without Draco.
    if (position.elementOf(this.#accessors.list).optional('bufferView') !== undefined) return;
    throw new InputError(
      `${primitive.name} is compressed by ${DRACO}, which --triangles does not read: save the file without Draco`,
    );
  }

  #positionsOf(index: JsonValue): Promise<Positions> {
    const accessor = index.elementOf(this.#accessors.list);
    const checkCount = (count: number) => {
      this.#budget.spend(count, accessor.name);
    };
    const known = this.#positions.get(accessor) ?? this.#accessors.readNumbers(index, 'VEC3', checkCount);
    this.#positions.set(accessor, known);
    return known;
  }

  /** Returns three vertex numbers for each triangle of a primitive. Undefined if every three vertices in a row are a triangle. */
  async #cornersOf(primitive: JsonValue, vertexCount: number): Promise<Uint32Array | undefined> {
    const mode = modeOf(primitive);
    const index = primitive.optional('indices');
    const perVertex = mode === LIST ? 1 : 3;
    const checkCount = (count: number) => {
      this.#budget.spend(perVertex * count, primitive.name);
    };
    if (index === undefined) checkCount(vertexCount);
    const listed = index && (await this.#accessors.readIndices(index, checkCount));
    const bad = listed?.findIndex((vertex) => vertex >= vertexCount) ?? -1;
    if (listed !== undefined && bad >= 0) {
      throw new InputError(`${primitive.name} has ${vertexCount} vertices, but its index ${bad} is ${listed[bad]}`);
    }
    if (mode === LIST) {
      const count = listed?.length ?? vertexCount;
      if (count % 3 === 0) return listed;
      throw new InputError(`${primitive.name} has ${count} corners, expected three for each triangle`);
    }
    const vertices = listed ?? Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
    return mode === STRIP ? cornersOfStrip(vertices) : cornersOfFan(vertices);
  }
}

function modeOf(primitive: JsonValue): number {
  return primitive.optional('mode')?.oneOf(MODES) ?? LIST;
}

/** Renumbers those vertices of a mesh that its triangles use, from 0 on. */
class NewVertices {
  /** For each old number of a vertex, its new number. -1 for unused vertices. */
  #numbers = new Int32Array();

  /** Returns a mesh without the vertices that its triangles do not use: primitives may share a long list of vertices. */
  onlyUsed(positions: Positions, corners: Uint32Array): MeshNumbers {
    const count = positions.length / 3;
    if (this.#numbers.length < count) this.#numbers = new Int32Array(count).fill(-1);
    const numbers = this.#numbers;
    const used = new Uint32Array(Math.min(count, corners.length));
    let usedCount = 0;
    const index = corners.map((vertex) => {
      if (numbers[vertex] < 0) {
        numbers[vertex] = usedCount;
        used[usedCount++] = vertex;
      }
      return numbers[vertex];
    });
    for (let at = 0; at < usedCount; at++) numbers[used[at]] = -1;
    if (usedCount === count) return { positions, index: corners };
    const left = positions instanceof Float32Array ? new Float32Array(3 * usedCount) : new Float64Array(3 * usedCount);
    for (let at = 0; at < usedCount; at++) left.set(positions.subarray(3 * used[at], 3 * used[at] + 3), 3 * at);
    return { positions: left, index };
  }
}

/**
 * The most vertices and corners of triangles for each byte of a glTF's files: more are a mistake or an attack. Primitives may
 * share bytes, and compressed triangles take less than a byte each.
 */
const CORNERS_PER_BYTE = 16;
/** How many vertices and corners of triangles a glTF may have even if its files are tiny. */
const FREE_CORNERS = 1 << 16;

/** Limits how many vertices and corners of triangles are made from the bytes of a glTF. */
class Budget {
  readonly #files: OpenFiles;
  #spent = 0;

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  /** Counts vertices or corners of triangles, and throws if a glTF has too many. Call it before memory is allocated for them. */
  spend(corners: number, name: string): void {
    this.#spent += corners;
    const { byteLength } = this.#files;
    if (this.#spent <= FREE_CORNERS + CORNERS_PER_BYTE * byteLength) return;
    throw new InputError(
      `there are ${this.#spent} vertices and corners up to ${name}, too many for ${byteLength} bytes`,
    );
  }
}

/**
 * Returns three vertex numbers for each triangle of a strip, in the order of the specification (glTF 2.0, section 3.7.2.1): `u`
 * and `v` of a hit depend on it. Every second triangle is turned round, so that all fronts are on one side.
 */
function cornersOfStrip(vertices: Uint32Array): Uint32Array {
  return cornersBetween(vertices, (at) => [at, at + 1 + (at % 2), at + 2 - (at % 2)]);
}

/** Returns three vertex numbers for each triangle of a fan. */
function cornersOfFan(vertices: Uint32Array): Uint32Array {
  return cornersBetween(vertices, (at) => [at + 1, at + 2, 0]);
}

/**
 * Returns three vertex numbers for each triangle of a strip or fan. Leaves out triangles with a repeated vertex, which only
 * continue a strip.
 *
 * @param placesAt returns the places of a triangle's three corners in `vertices`.
 */
function cornersBetween(vertices: Uint32Array, placesAt: (at: number) => [number, number, number]): Uint32Array {
  const corners = new Uint32Array(3 * Math.max(0, vertices.length - 2));
  let end = 0;
  for (let at = 0; at + 2 < vertices.length; at++) {
    const [i, j, k] = placesAt(at);
    const [a, b, c] = [vertices[i], vertices[j], vertices[k]];
    if (a === b || b === c || c === a) continue;
    corners[end++] = a;
    corners[end++] = b;
    corners[end++] = c;
  }
  return corners.slice(0, end);
}
