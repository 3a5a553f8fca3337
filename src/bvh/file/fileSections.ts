import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import { STRIPE_BYTES } from './checksum';
import { type FileHeader, HEADER_BYTES } from './fileHeader';
import { MESH_RECORD_BYTES, type MeshRecord } from './mesh/meshRecord';

/**
 * How many numbers an OBB has in a file: its record without the inverse, which readers compute. FILE_COLUMNS is the
 * index of the first column of the OBB's matrix.
 */
export const OBB_FILE_STRIDE = OBB_STRIDE - 9;
export const FILE_COLUMNS = COLUMNS - 9;

/** The length in bytes of a record in each section of a file, in the order of the sections. */
const RECORD_BYTES = {
  places: 4,
  masks: 4,
  freed: 4,
  aabb32: AABB_STRIDE * 4,
  aabb64: AABB_STRIDE * 8,
  obbs: OBB_FILE_STRIDE * 8,
  nodes: NODE_WORDS * 4,
  placed: 4,
  meshes: MESH_RECORD_BYTES,
};

/** The names of the sections that a file has for a scene, and of those that it has for each mesh. */
export type SectionName = keyof typeof RECORD_BYTES | 'positions' | 'index' | 'order' | 'triangleNodes';

export interface Section {
  readonly name: SectionName;
  /** The offsets in the file of the section and of the next section, both multiples of STRIPE_BYTES. */
  readonly at: number;
  readonly end: number;
  /** The length of the section in bytes, without the zeros that follow the section. */
  readonly byteLength: number;
  readonly count: number;
  readonly recordBytes: number;
}

/** Returns the sections that a file has for a scene, without the sections of each mesh. */
export function sectionsOf(header: FileHeader): Section[] {
  const counts = { ...header, places: header.ids };
  const names = Object.keys(RECORD_BYTES) as (keyof typeof RECORD_BYTES)[];
  return consecutive(
    HEADER_BYTES,
    names.map((name) => [name, counts[name], RECORD_BYTES[name]]),
  );
}

/** Returns the sections that a file has for a mesh. The first section begins at the offset `at`. */
export function sectionsOfMesh(mesh: MeshRecord, at: number): Section[] {
  return consecutive(at, [
    ['positions', mesh.vertexCount, mesh.isFloat32 ? 12 : 24],
    ['index', mesh.isIndexed ? mesh.triangleCount : 0, 12],
    ['order', mesh.triangleCount, 4],
    ['triangleNodes', mesh.nodeCount, NODE_WORDS * 4],
  ]);
}

/** Returns sections that follow one another in a file from `at` on, with given names, counts and record sizes. */
function consecutive(at: number, parts: [SectionName, number, number][]): Section[] {
  return parts.map(([name, count, recordBytes]) => {
    const byteLength = count * recordBytes;
    const end = at + Math.ceil(byteLength / STRIPE_BYTES) * STRIPE_BYTES;
    const section = { name, at, end, byteLength, count, recordBytes };
    at = end;
    return section;
  });
}
