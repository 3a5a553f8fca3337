import { MESH_ADDRESSES, MESH_EXTENTS, MESH_MAGNITUDE, MESH_NUMBERS, MESH_ORIGIN } from '../layout/kernelLayout';
import { roundUp } from '../margins/roundOutward';
import type { Meshes } from '../tree/meshTree';

/** Writes the entries of the meshes with the given numbers to the kernel's table of meshes: see kernelLayout. */
export function writeMeshTable(meshes: Meshes['meshes'], numbers: Iterable<number>, table: Float64Array): void {
  const words = new Uint32Array(table.buffer, table.byteOffset, table.length * 2);
  const float32 = new Float32Array(table.buffer, table.byteOffset, table.length * 2);
  for (const number of numbers) {
    const mesh = meshes[number];
    if (mesh === null) continue;
    const { measure, nodes, corners, triangles } = mesh;
    const at = number * MESH_NUMBERS;
    table.set(measure.origin, at + MESH_ORIGIN);
    table[at + MESH_MAGNITUDE] = Math.max(...measure.magnitude);
    const extents = [...measure.extent, Math.max(...measure.extent)].map(roundUp);
    float32.set(extents, 2 * at + MESH_EXTENTS);
    const word = 2 * at + MESH_ADDRESSES;
    words[word] = nodes.float32.byteOffset;
    words[word + 1] = corners.byteOffset;
    words[word + 2] = triangles.byteOffset;
    words[word + 3] = corners.BYTES_PER_ELEMENT === 8 ? 1 : 0;
    // The kernel reads the addresses only.
    mesh.dropViews();
  }
}
