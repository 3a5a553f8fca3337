import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import { STRIPE_BYTES } from './checksum';
import { type FileHeader, HEADER_BYTES } from './fileHeader';
import { MESH_RECORD_BYTES, type MeshRecord } from './mesh/meshRecord';

/**
 * The numbers of an OBB in a file: its record without the inverse, which is computed again. Then where the columns
 * begin.
 */
export const OBB_FILE_STRIDE = OBB_STRIDE - 9;
export const FILE_COLUMNS = COLUMNS - 9;

/** The parts of a file after its header, in order. Each is a run of records of one size. */
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

/** The parts of a scene, and of each of its meshes. */
export type SectionName = keyof typeof RECORD_BYTES | 'positions' | 'index' | 'order' | 'triangleNodes';

export interface Section {
  readonly name: SectionName;
  /** Where the section begins, which is a multiple of a stripe, and where the next one begins. */
  readonly at: number;
  readonly end: number;
  /** The bytes of the section, without those that fill up its last stripe. */
  readonly byteLength: number;
  readonly count: number;
  readonly recordBytes: number;
}

/** Finds where everything is in a file, except for the meshes. */
export function sectionsOf(header: FileHeader): Section[] {
  const counts = { ...header, places: header.ids };
  const names = Object.keys(RECORD_BYTES) as (keyof typeof RECORD_BYTES)[];
  return follow(
    HEADER_BYTES,
    names.map((name) => [name, counts[name], RECORD_BYTES[name]]),
  );
}

/** Finds where everything of a mesh is, of which there are all bytes from `at` on. */
export function sectionsOfMesh(mesh: MeshRecord, at: number): Section[] {
  return follow(at, [
    ['positions', mesh.vertexCount, mesh.isFloat32 ? 12 : 24],
    ['index', mesh.isIndexed ? mesh.triangleCount : 0, 12],
    ['order', mesh.triangleCount, 4],
    ['triangleNodes', mesh.nodeCount, NODE_WORDS * 4],
  ]);
}

/** Sections of these names, counts and record sizes, one after another. */
function follow(at: number, parts: [SectionName, number, number][]): Section[] {
  return parts.map(([name, count, recordBytes]) => {
    const byteLength = count * recordBytes;
    const end = at + Math.ceil(byteLength / STRIPE_BYTES) * STRIPE_BYTES;
    const section = { name, at, end, byteLength, count, recordBytes };
    at = end;
    return section;
  });
}
