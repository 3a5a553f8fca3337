import { type Camera, type Pointer, type Ray, screenRay, type Vec3 } from 'slabtree';

/**
 * Places are stored in metres, and drawn in units of 1,000 km. Graphics cards calculate in float32. In these units the
 * drawing is right to half a metre, and depths stay distinct.
 */
const METRES = 1e6;

export function inUnits(metres: number): number {
  return metres / METRES;
}

/** The ray under a point of the picture, in metres. It picks exactly what is drawn there. */
export function rayInMetres(pointer: Pointer, camera: Camera): Ray {
  const { origin, direction } = screenRay(pointer, camera);
  return { origin: toMetres(origin), direction: toMetres(direction) };
}

function toMetres({ x, y, z }: Vec3): Vec3 {
  return { x: x * METRES, y: y * METRES, z: z * METRES };
}
