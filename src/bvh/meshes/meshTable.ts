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
    const { origin, extent, magnitude } = mesh.measure;
    const at = number * MESH_NUMBERS;
    table.set(origin, at + MESH_ORIGIN);
    table[at + MESH_MAGNITUDE] = Math.max(magnitude[0], magnitude[1], magnitude[2]);
    const extents = 2 * at + MESH_EXTENTS;
    for (let k = 0; k < 3; k++) float32[extents + k] = roundUp(extent[k]);
    float32[extents + 3] = roundUp(Math.max(extent[0], extent[1], extent[2]));
    const word = 2 * at + MESH_ADDRESSES;
    mesh.writeAddresses(words, word);
    words[word + 3] = mesh.isFloat32 ? 0 : 1;
    // The kernel reads the addresses only.
    mesh.dropViews();
  }
}
