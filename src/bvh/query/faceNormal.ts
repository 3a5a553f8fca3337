import { AABB_STRIDE, INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { toLocal } from '../../primitives/query/raycastObb';
import { FACE, IS_INSIDE, SOLID } from '../../primitives/flat/rayLayout';
import { transformNormal } from '../../primitives/query/triangles/transformNormal';
import { writeNormal } from '../../primitives/query/triangles/triangleNormal';
import { normalize } from '../../primitives/shapes/vec3';
import { AT_MAX, AXIS, INSIDE, slabFace } from '../../primitives/query/slabs';
import type { BoxStore } from '../boxes/boxStore';
import { indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';

/**
 * Writes the normal of the box's face that the ray hits into the ray's buffer. The ray must hit the box. If the ray
 * starts inside a solid box, the normal is zero.
 */
export function writeFace(boxes: BoxStore, id: number, ray: RayBuffer): void {
  const place = boxes.places[id];
  const index = indexOf(place);
  if (kindOf(place) === OBB) {
    writeObbFace(boxes.obbs.data, index * OBB_STRIDE, ray);
    return;
  }
  const face = slabFace(boxes.aabbsAt(place), index * AABB_STRIDE, ray, ray);
  ray[FACE] = 0;
  ray[FACE + 1] = 0;
  ray[FACE + 2] = 0;
  ray[FACE + (face & AXIS)] = signOf(face, ray);
  ray[IS_INSIDE] = isInside(face) ? 1 : 0;
}

const local = /* @__PURE__ */ new Float64Array(6);

function writeObbFace(data: Float64Array, at: number, ray: RayBuffer): void {
  toLocal(data, at, ray, local);
  const face = slabFace(data, at, local, ray);
  const sign = signOf(face, ray);
  // The transposed inverse transforms normals, so the normal of an OBB's local axis is a row of the inverse.
  const row = at + INVERSE + 3 * (face & AXIS);
  ray[FACE] = sign * data[row];
  ray[FACE + 1] = sign * data[row + 1];
  ray[FACE + 2] = sign * data[row + 2];
  normalize(ray, FACE);
  ray[IS_INSIDE] = isInside(face) ? 1 : 0;
}

function signOf(face: number, ray: RayBuffer): number {
  if (isInside(face) && ray[SOLID] !== 0) return 0;
  return (face & AT_MAX) !== 0 ? 1 : -1;
}

function isInside(face: number): boolean {
  return (face & INSIDE) !== 0;
}

const normal = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the normal of the triangle that a ray hits into the ray's buffer, as the face that is hit. The normal is that
 * of the front, in the world, with length 1.
 *
 * @param place the place of the triangle in the mesh of the instance.
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
