import { type Plane, planeSide } from 'slabtree';

/** The upright plane at a depth in the galaxy: in front of it is what is nearer to where the page's first camera stands. */
export function sectionPlane(depth: number): Plane {
  return { normal: { x: 0, y: 0, z: 1 }, constant: -depth };
}

const CUBE = { min: { x: -0.5, y: -0.5, z: -0.5 }, max: { x: 0.5, y: 0.5, z: 0.5 } };

/** Whether a box lies wholly in front of a plane, by its matrix among all of them. */
export function isInFront(matrices: Float32Array, box: number, plane: Plane): boolean {
  return planeSide({ ...CUBE, matrix: matrices.subarray(16 * box, 16 * box + 16) }, plane) === 1;
}
