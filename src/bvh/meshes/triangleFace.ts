import { INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { FACE, IS_INSIDE } from '../../primitives/flat/rayLayout';
import { exactCross, tamingScale } from '../../primitives/query/triangles/exactCross';
import { normalize } from '../../primitives/shapes/vec3';
import type { Tree } from '../tree/tree';

/**
 * Writes the front of a triangle to the ray that hits it, as the face. The normal, in the world, is exact enough for the
 * thinnest triangle: no component has the wrong sign in the space of the mesh.
 *
 * @param place where the triangle is in the mesh of the instance.
 */
export function writeTriangleFace({ leaves, meshes }: Tree, id: number, place: number, ray: RayBuffer): void {
  const mesh = meshes.meshes[leaves.meshOf(id)];
  if (!mesh) throw new Error(`box ${id} places no mesh`);
  const { corners: p } = mesh;
  const a = 9 * place;
  const b = a + 3;
  const c = a + 6;
  let largest = 0;
  for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(p[b + k] - p[a + k]), Math.abs(p[c + k] - p[a + k]));
  const scale = tamingScale(largest);
  const bX = (p[b] - p[a]) * scale;
  const bY = (p[b + 1] - p[a + 1]) * scale;
  const bZ = (p[b + 2] - p[a + 2]) * scale;
  const cX = (p[c] - p[a]) * scale;
  const cY = (p[c + 1] - p[a + 1]) * scale;
  const cZ = (p[c + 2] - p[a + 2]) * scale;
  const x = exactCross(bY, bZ, cY, cZ);
  const y = exactCross(bZ, bX, cZ, cX);
  const z = exactCross(bX, bY, cX, cY);
  // The transposed inverse transforms normals.
  const { data } = leaves.obbs;
  const at = leaves.obbRecord(id) * OBB_STRIDE + INVERSE;
  for (let k = 0; k < 3; k++) ray[FACE + k] = data[at + k] * x + data[at + 3 + k] * y + data[at + 6 + k] * z;
  normalize(ray, FACE);
  ray[IS_INSIDE] = 0;
}
