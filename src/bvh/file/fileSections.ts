import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import { STRIPE_BYTES } from './checksum';
import { type FileHeader, HEADER_BYTES } from './fileHeader';
import { MESH_RECORD_BYTES, type MeshRecord } from './mesh/meshRecord';

/**
 * How many numbers an OBB has in a file: its record without the inverse, which readers compute. FILE_COLUMNS is the
 * index of the first column of its matrix.
 */
export const OBB_FILE_STRIDE = OBB_STRIDE - 9;
export const FILE_COLUMNS = COLUMNS - 9;

/** The bytes of a record in each section of a file, in the order of the file. */
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

/** The names of the sections of a scene, and of the sections of each mesh. */
export type SectionName = keyof typeof RECORD_BYTES | 'positions' | 'index' | 'order' | 'triangleNodes';

export interface Section {
  readonly name: SectionName;
  /** Where the section begins and where the next one begins, both at multiples of STRIPE_BYTES. */
  readonly at: number;
  readonly end: number;
  /** The bytes of the section, without the zeros after them. */
  readonly byteLength: number;
  readonly count: number;
  readonly recordBytes: number;
}

/** Returns the sections of a scene, without the sections of each mesh. */
export function sectionsOf(header: FileHeader): Section[] {
  const counts = { ...header, places: header.ids };
  const names = Object.keys(RECORD_BYTES) as (keyof typeof RECORD_BYTES)[];
  return consecutive(
    HEADER_BYTES,
    names.map((name) => [name, counts[name], RECORD_BYTES[name]]),
  );
}

/** Returns the sections of a mesh, of which the first begins at `at`. */
export function sectionsOfMesh(mesh: MeshRecord, at: number): Section[] {
  return consecutive(at, [
    ['positions', mesh.vertexCount, mesh.isFloat32 ? 12 : 24],
    ['index', mesh.isIndexed ? mesh.triangleCount : 0, 12],
    ['order', mesh.triangleCount, 4],
    ['triangleNodes', mesh.nodeCount, NODE_WORDS * 4],
  ]);
}

/** Returns consecutive sections with these names, counts and record sizes. */
function consecutive(at: number, parts: [SectionName, number, number][]): Section[] {
  return parts.map(([name, count, recordBytes]) => {
    const byteLength = count * recordBytes;
    const end = at + Math.ceil(byteLength / STRIPE_BYTES) * STRIPE_BYTES;
    const section = { name, at, end, byteLength, count, recordBytes };
    at = end;
    return section;
  });
}
