import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { roundDown, roundUp } from '../margins/roundOutward';
import type { MeshTree } from '../tree/meshTree';

/**
 * Writes a reference to each triangle of a mesh: the bounds of the triangle relative to the mesh's origin, rounded
 * outward, and as its id the place of the triangle.
 */
export function writeTriangleReferences(
  { measure: { origin }, corners }: Pick<MeshTree, 'measure' | 'corners'>,
  references: Float32Array,
): void {
  const ids = new Int32Array(references.buffer, references.byteOffset, references.length);
  const count = corners.length / 9;
  for (let place = 0, at = 0; place < count; place++, at += REFERENCE_WORDS) {
    writeTriangleBounds(corners, origin, place, references, at);
    ids[at + REFERENCE_ID] = place;
    // The id of a reference, read as float32, is a denormal number, and sums of two denormal numbers are slow. The
    // kernel adds all words of a reference's two halves, so a 1 beside the id keeps every sum normal.
    references[at + REFERENCE_MAX + REFERENCE_ID] = 1;
  }
}

/**
 * Writes the bounds of a triangle into a reference.
 *
 * @param corners of all triangles of a mesh.
 * @param origin of the mesh.
 */
export function writeTriangleBounds(
  corners: Float32Array | Float64Array,
  origin: Float64Array,
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
  // Adding 0 to a bound turns -0 into 0. The union of bounds then has the same bits whatever the order of merging.
  reference[at] = roundDown(min - origin) + 0;
  reference[at + REFERENCE_MAX] = roundUp(max - origin) + 0;
}
