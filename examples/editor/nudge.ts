import { type Camera, Vector3 } from 'three';

/** How far a key moves the selection, in world units. */
const STEP = 0.25;

/** The direction of each key in the picture. */
const directions: Partial<Record<string, readonly [right: number, away: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The step for an arrow key: along x or z, whichever goes more that way in the picture. Null for other keys. */
export function nudge(key: string, camera: Camera): Vector3 | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  const seen = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const right =
    Math.abs(seen.x) >= Math.abs(seen.z) ? new Vector3(Math.sign(seen.x)) : new Vector3(0, 0, Math.sign(seen.z));
  const away = new Vector3(0, 1, 0).cross(right);
  return right.multiplyScalar(direction[0] * STEP).addScaledVector(away, direction[1] * STEP);
}
