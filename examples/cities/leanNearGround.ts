import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import { EQUATORIAL_RADIUS } from '../world/globe';
import { inUnits } from './drawingUnit';

const GLOBE = inUnits(EQUATORIAL_RADIUS);
const NORTH = new Vector3(0, 0, 1);
/** The angle by which a camera near the ground leans, in radians: enough to see the horizon. */
const MOST = MathUtils.degToRad(62);
/** A camera leans if it is lower than FROM, and leans most at TO. Both are heights in drawing units. */
const FROM = 12;
const TO = 0.8;

/** Places a camera south of one that looks straight down, at the same distance from the same point on the ground. */
export function leanNearGround(camera: PerspectiveCamera, down: PerspectiveCamera): void {
  const up = down.position.clone().normalize();
  const height = down.position.length() - GLOBE;
  const lean = MOST * (1 - MathUtils.smoothstep(height, TO, FROM));
  const ground = up.clone().multiplyScalar(GLOBE);
  const north = NORTH.clone().addScaledVector(up, -up.z).normalize();
  camera.position
    .copy(ground)
    .addScaledVector(up, height * Math.cos(lean))
    .addScaledVector(north, -height * Math.sin(lean));
  camera.lookAt(ground);
  camera.updateMatrixWorld();
}

/** The point on the ground that is nearest to a camera. */
export function nearestGround({ position }: PerspectiveCamera): Vector3 {
  return position.clone().setLength(GLOBE);
}
