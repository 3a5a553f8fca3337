import { ID_LIMIT } from '../../layout/nodeLayout';
import type { MeshCounts, StoredMesh } from '../../meshes/storedMesh';
import { NODE_LIMIT } from '../../tree/nodes';
import { refuse } from '../slabtreeFormatError';
import { refuseNonZero } from '../reservedBytes';

/** The length in bytes of a mesh's record in a file: see docs/format.md. */
export const MESH_RECORD_BYTES = 64;

/** A mesh's record in a file: the lengths of the mesh's arrays, and the cost of its tree when it was built. */
export interface MeshRecord extends MeshCounts {
  readonly nodeCount: number;
  /** The SAH cost of the mesh's tree when it was built: see StoredMesh. */
  readonly builtCost: number;
}

/** The offset, in a mesh's record, of the length of a coordinate in bytes: 4 or 8. */
const NUMBER_BYTES_AT = 12;
/** The offset, in a mesh's record, of whether the mesh has an index: 1 or 0. */
const INDEXED_AT = 16;
const ZERO_AT = 20;
const BUILT_COST_AT = 24;
const ZEROS_AT = 32;

export function recordOf(mesh: StoredMesh): MeshRecord {
  const { isFloat32, isIndexed, triangleCount, vertexCount, nodes, builtCost } = mesh;
  return { isFloat32, isIndexed, triangleCount, vertexCount, nodeCount: nodes.count, builtCost };
}

export function writeMeshRecord(mesh: MeshRecord, buffer: ArrayBuffer, at: number): void {
  const view = new DataView(buffer, at, MESH_RECORD_BYTES);
  [mesh.triangleCount, mesh.vertexCount, mesh.nodeCount].forEach((count, i) => {
    view.setUint32(4 * i, count, true);
  });
  view.setUint32(NUMBER_BYTES_AT, mesh.isFloat32 ? 4 : 8, true);
  view.setUint32(INDEXED_AT, Number(mesh.isIndexed), true);
  view.setFloat64(BUILT_COST_AT, mesh.builtCost, true);
}

/**
 * Reads the record of a mesh in a file, and checks its values.
 *
 * @param first the offset of `bytes` in the file.
 */
export function readMeshRecord(bytes: Uint8Array, first: number): MeshRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, MESH_RECORD_BYTES);
  const [triangleCount, vertexCount, nodeCount] = [0, 4, 8].map((i) => view.getUint32(i, true));
  const indexed = view.getUint32(INDEXED_AT, true);
  const numberBytes = view.getUint32(NUMBER_BYTES_AT, true);
  const builtCost = view.getFloat64(BUILT_COST_AT, true);
  const isSound =
    triangleCount >= 1 &&
    triangleCount < ID_LIMIT &&
    (indexed === 0 ? vertexCount === 3 * triangleCount : indexed === 1 && vertexCount >= 1) &&
    nodeCount >= 1 &&
    nodeCount <= NODE_LIMIT &&
    (numberBytes === 4 || numberBytes === 8) &&
    builtCost >= 0 &&
    builtCost < Infinity;
  if (!isSound) {
    refuse(
      `a mesh cannot have ${triangleCount} triangles, ${vertexCount} vertices, ${nodeCount} nodes, numbers of ${numberBytes} ` +
        `bytes, ${indexed} in place of 1 for an index, and a tree that cost ${builtCost}`,
    );
  }
  refuseNonZero(bytes, ZERO_AT, BUILT_COST_AT, first);
  refuseNonZero(bytes, ZEROS_AT, MESH_RECORD_BYTES, first);
  return { isFloat32: numberBytes === 4, isIndexed: indexed === 1, triangleCount, vertexCount, nodeCount, builtCost };
}
