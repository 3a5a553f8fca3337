import type { PerspectiveCamera } from 'three';

/** The radius of the flight and its height, and the height in the middle that the camera looks at, in metres. */
const RADIUS = 285;
const HEIGHT = 146;
const TARGET = 60;

/** The angle at the start, in radians, and the angle a second. */
const START = 0.9;
const PACE = 0.02;

/** The angle across the shorter side of the picture, in degrees. */
const ANGLE = 50;

/** Puts a camera where its flight around the city is at a time, in seconds. */
export function flyTo(camera: PerspectiveCamera, time: number, aspect: number): void {
  const angle = START + PACE * time;
  camera.position.set(RADIUS * Math.sin(angle), HEIGHT, RADIUS * Math.cos(angle));
  camera.lookAt(0, TARGET, 0);
  camera.aspect = aspect;
  // An upright phone shows less to the sides, and a little more above and below.
  camera.fov = aspect < 1 ? ANGLE * 1.25 : ANGLE;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}
