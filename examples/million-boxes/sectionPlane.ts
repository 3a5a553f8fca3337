import { type Plane, planeSide } from 'slabtree';

/** The upright plane at a depth in the galaxy. Its front is the side of the page's first camera. */
export function sectionPlane(depth: number): Plane {
  return { normal: { x: 0, y: 0, z: 1 }, constant: -depth };
}

const CUBE = { min: { x: -0.5, y: -0.5, z: -0.5 }, max: { x: 0.5, y: 0.5, z: 0.5 } };

/** Whether a box lies wholly in front of a plane. */
export function isInFront(matrices: Float32Array, box: number, plane: Plane): boolean {
  return planeSide({ ...CUBE, matrix: matrices.subarray(16 * box, 16 * box + 16) }, plane) === 1;
}
