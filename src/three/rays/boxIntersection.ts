import type { Hit } from 'slabtree';
import { type Intersection, Matrix4, Vector3 } from 'three';
import type { Owners } from '../boxes/owners';
import { worldMatrixOf } from '../sources/worldMatrixOf';

const matrix = /* @__PURE__ */ new Matrix4();

/** Describes where a ray meets a box as three.js does where one meets an object. */
export function boxIntersection({ id, distance, point, normal }: Hit, owners: Owners): Intersection {
  worldMatrixOf(owners.sourceOf(id), owners.instanceOf(id), matrix);
  return {
    distance,
    point: new Vector3(point.x, point.y, point.z),
    face: null,
    normal: toLocalAxis(new Vector3(normal.x, normal.y, normal.z), matrix),
    ...owners.describe(id),
  };
}

/** From the world into the box's own space, where the normal of a face is an axis: rounding is taken off. */
function toLocalAxis(normal: Vector3, { elements: m }: Matrix4): Vector3 {
  const local = [0, 4, 8].map((k) => m[k] * normal.x + m[k + 1] * normal.y + m[k + 2] * normal.z);
  const sizes = local.map(Math.abs);
  const largest = Math.max(...sizes);
  // A matrix that makes all flat loses the axis; what is flat has the box around it in the world.
  if (largest === 0) return normal;
  const axis = sizes.indexOf(largest);
  return normal.set(0, 0, 0).setComponent(axis, Math.sign(local[axis]));
}
