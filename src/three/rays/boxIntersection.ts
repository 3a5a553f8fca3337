import type { Hit } from 'slabtree';
import { type Intersection, Matrix4, Vector3 } from 'three';
import type { Owners } from '../boxes/owners';
import { worldMatrixOf } from '../sources/boxSource';

const matrix = /* @__PURE__ */ new Matrix4();

/** The hit of a box, as three.js describes the hit of an object. */
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

/** Turns a face's normal from the world into the box's own space, where it is an axis. Rounding is taken off. */
function toLocalAxis(normal: Vector3, { elements: m }: Matrix4): Vector3 {
  const local = [0, 4, 8].map((k) => m[k] * normal.x + m[k + 1] * normal.y + m[k + 2] * normal.z);
  const sizes = local.map(Math.abs);
  const largest = Math.max(...sizes);
  // A matrix that flattens along the normal loses the axis. But a flat object has an axis-aligned box in the world.
  if (largest === 0) return normal;
  const axis = sizes.indexOf(largest);
  return normal.set(0, 0, 0).setComponent(axis, Math.sign(local[axis]));
}
