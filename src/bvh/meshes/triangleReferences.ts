import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { roundDown, roundUp } from '../margins/roundOutward';
import type { MeshTree } from '../tree/meshTree';

/**
 * Writes references to the triangles of a mesh: their bounds relative to the mesh's origin, rounded outward. The ids
 * are the places.
 */
export function writeTriangleReferences(mesh: Pick<MeshTree, 'measure' | 'corners'>, references: Float32Array): void {
  const ids = new Int32Array(references.buffer, references.byteOffset, references.length);
  const count = mesh.corners.length / 9;
  for (let place = 0, at = 0; place < count; place++, at += REFERENCE_WORDS) {
    writeTriangleBounds(mesh, place, references, at);
    ids[at + REFERENCE_ID] = place;
    // Read as float32, an id is a denormal number, and sums of two denormal numbers are slow. The kernel adds the words
    // of both halves of a reference. With a 1 here, no sum is denormal.
    references[at + REFERENCE_MAX + REFERENCE_ID] = 1;
  }
}

/** Writes the bounds of the triangle at a place into a reference. */
export function writeTriangleBounds(
  { measure: { origin }, corners }: Pick<MeshTree, 'measure' | 'corners'>,
  place: number,
  reference: Float32Array,
  at: number,
): void {
  const a = 9 * place;
  writeAxis(corners[a], corners[a + 3], corners[a + 6], origin[0], reference, at);
  writeAxis(corners[a + 1], corners[a + 4], corners[a + 7], origin[1], reference, at + 1);
  writeAxis(corners[a + 2], corners[a + 5], corners[a + 8], origin[2], reference, at + 2);
}

function writeAxis(a: number, b: number, c: number, origin: number, reference: Float32Array, at: number): void {
  let min = a < b ? a : b;
  let max = a < b ? b : a;
  if (c < min) min = c;
  if (c > max) max = c;
  // Adding 0 turns -0 into 0. Merged bounds then have the same bits in whatever order they are merged.
  reference[at] = roundDown(min - origin) + 0;
  reference[at + REFERENCE_MAX] = roundUp(max - origin) + 0;
}
