import type { Aabb, FloatArray, IndexArray, Mesh } from 'slabtree';
import { type TemporaryFile, type TemporaryFiles, readFully } from '../files/temporaryFiles';
import { isObject } from '../../primitives/check';

/** A mesh in the file begins with 4 u32: number of vertices, bytes per coordinate, index length, bytes per index entry (or 0). */
const HEADER_WORDS = 4;
/** Each mesh in the temporary file begins at a multiple of this many bytes. */
const UNIT = 64;

/** The numbers of a mesh, as the arguments of `addMesh`. */
export interface MeshNumbers {
  readonly positions: FloatArray;
  readonly index: IndexArray | undefined;
}

/** The place of a mesh in the temporary file of meshes, and the smallest box around the mesh. */
export interface PlacedMesh {
  readonly place: number;
  readonly bounds: Float64Array;
}

/** Meshes in a temporary file. The place of a mesh is its offset in bytes divided by {@link UNIT}. */
export class SpilledMeshes {
  readonly #files: TemporaryFiles;
  #file: TemporaryFile | null = null;
  #end = 0;

  constructor(files: TemporaryFiles) {
    this.#files = files;
  }

  /** The descriptor of the temporary file of meshes, for {@link readMesh}. -1 if there are no meshes. */
  get descriptor(): number {
    return this.#file?.descriptor ?? -1;
  }

  /** Writes a mesh to the temporary file, and returns the place of the mesh. */
  add(positions: FloatArray, index: IndexArray | null): number {
    this.#file ??= this.#files.open();
    const place = this.#end;
    const header = Uint32Array.of(
      positions.length / 3,
      positions.BYTES_PER_ELEMENT,
      index?.length ?? 0,
      index?.BYTES_PER_ELEMENT ?? 0,
    );
    let at = place * UNIT;
    for (const part of [header, positions, index]) {
      if (part === null) continue;
      this.#file.write(bytesOf(part), at);
      at += part.byteLength;
    }
    this.#end = Math.ceil(at / UNIT);
    return place;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns about how many bytes a mesh takes in a tile: the mesh's numbers, and the tree over its triangles. */
export function meshBytes(descriptor: number, place: number): number {
  const [vertices, numberBytes, entries] = readHeader(descriptor, place);
  return vertices * 3 * numberBytes + entries * 4 + ((entries === 0 ? vertices : entries) / 3) * TREE_BYTES;
}

/** How many bytes the tree over a mesh takes per triangle. Measured. */
const TREE_BYTES = 30;

export function readMesh(descriptor: number, place: number): MeshNumbers {
  const [vertices, numberBytes, entries, entryBytes] = readHeader(descriptor, place);
  const positions = numberBytes === 4 ? new Float32Array(3 * vertices) : new Float64Array(3 * vertices);
  const at = place * UNIT + 4 * HEADER_WORDS;
  readFully(descriptor, bytesOf(positions), at);
  if (entries === 0) return { positions, index: undefined };
  const index = entryBytes === 2 ? new Uint16Array(entries) : new Uint32Array(entries);
  readFully(descriptor, bytesOf(index), at + positions.byteLength);
  return { positions, index };
}

function readHeader(descriptor: number, place: number): Uint32Array {
  const words = new Uint32Array(HEADER_WORDS);
  readFully(descriptor, bytesOf(words), place * UNIT);
  return words;
}

/** The user's handle of a mesh that a `TileWriter` has written to a temporary file. */
export class TileMesh implements Mesh {
  readonly triangleCount: number;
  readonly vertexCount: number;
  readonly #writer: object;
  readonly #place: number;
  readonly #bounds: Float64Array;
  readonly #findClosed: () => boolean;
  #isClosed: boolean | null = null;

  constructor(
    writer: object,
    place: number,
    bounds: Float64Array,
    triangleCount: number,
    vertexCount: number,
    findClosed: () => boolean,
  ) {
    this.#writer = writer;
    this.#findClosed = findClosed;
    this.#place = place;
    this.#bounds = bounds;
    this.triangleCount = triangleCount;
    this.vertexCount = vertexCount;
  }

  get bounds(): Aabb {
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#bounds;
    return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } };
  }

  get isClosed(): boolean {
    return (this.#isClosed ??= this.#findClosed());
  }

  /** Returns the place and the bounds of a mesh. Returns null if `mesh` is not a mesh of `writer`. */
  static placeOf(mesh: unknown, writer: object): PlacedMesh | null {
    if (!isObject(mesh) || !(#writer in mesh) || mesh.#writer !== writer) return null;
    return { place: mesh.#place, bounds: mesh.#bounds };
  }
}
