import type { View } from '../site/viewCamera';

/** Where the camera is before the first frame. Then it follows the player. */
export const view: View = {
  position: { x: 10, y: 3, z: 40 },
  target: { x: 10, y: 1.5, z: 36 },
  angle: 60,
  near: 0.1,
  far: 300,
};
