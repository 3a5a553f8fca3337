import { type Aabb, aabbFromPoints, type Plane, type Vec3 } from 'slabtree';
import type { View } from '../site/viewCamera';

/** The boxes, each from two opposite corners. */
export const boxes: readonly Aabb[] = [
  aabbFromPoints({ x: -2, y: -2, z: -2 }, { x: -1, y: -1, z: -1 }),
  aabbFromPoints({ x: 2, y: 1, z: 2 }, { x: 4, y: 3, z: 4 }),
  aabbFromPoints({ x: 1, y: 0, z: 1 }, { x: 0, y: -1, z: 0 }),
  aabbFromPoints({ x: 5, y: 5, z: 5 }, { x: -5, y: -5, z: -5 }),
];

/** The first plane of the page. */
export const firstPlane: Plane = { normal: { x: 0, y: 1, z: 0.5 }, constant: 0 };

/** The first place of the handle on the plane, beside the small boxes. */
export const firstHandle: Vec3 = { x: -3.5, y: -1, z: 2 };

export const view: View = { position: { x: 11, y: 9, z: 22 }, target: { x: 0, y: 0, z: 0 } };
