import { type Camera, type Pointer, type Ray, screenRay, type Vec3 } from 'slabtree';

/**
 * Places are kept in metres, and drawn in units of 1,000 km: graphics cards count in float32, in which the drawing is then
 * right to half a metre, and depths are apart.
 */
const METRES = 1e6;

export function inUnits(metres: number): number {
  return metres / METRES;
}

/** The ray of all that lies under a point of the picture, in metres: what is picked by it is what is drawn there. */
export function rayInMetres(pointer: Pointer, camera: Camera): Ray {
  const { origin, direction } = screenRay(pointer, camera);
  return { origin: toMetres(origin), direction: toMetres(direction) };
}

function toMetres({ x, y, z }: Vec3): Vec3 {
  return { x: x * METRES, y: y * METRES, z: z * METRES };
}
