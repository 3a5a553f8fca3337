import { INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { FACE, IS_INSIDE } from '../../primitives/flat/rayLayout';
import { transformNormal } from '../../primitives/query/triangles/transformNormal';
import { writeNormal } from '../../primitives/query/triangles/triangleNormal';
import { normalize } from '../../primitives/shapes/vec3';
import type { Tree } from '../tree/tree';

const normal = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the front of a triangle to the ray that hits it, as the face: its normal in the world, with length 1.
 *
 * @param place where the triangle is in the mesh of the instance.
 */
export function writeTriangleFace({ boxes, meshes }: Tree, id: number, place: number, ray: RayBuffer): void {
  const mesh = meshes.meshes[boxes.meshOf(id)];
  if (!mesh) throw new Error(`box ${id} places no mesh`);
  const at = 9 * place;
  writeNormal(mesh.corners, at, at + 3, at + 6, normal);
  transformNormal(normal, boxes.obbs.data, boxes.obbRecord(id) * OBB_STRIDE + INVERSE, ray, FACE);
  normalize(ray, FACE);
  ray[IS_INSIDE] = 0;
}
