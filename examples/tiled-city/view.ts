import type { View } from '../site/viewCamera';

/** How far one sees, in metres: fog hides the rest, and nothing beyond is asked for. */
export const REACH = 800;

/** The first view: above a street, towards the middle of the city. */
export const view: View = {
  position: { x: -42, y: 88, z: 240 },
  target: { x: 20, y: 42, z: 0 },
  angle: 55,
  near: 1,
  far: REACH,
};
