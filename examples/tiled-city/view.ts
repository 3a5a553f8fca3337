import type { View } from '../site/viewCamera';

/**
 * How far one sees, in metres: farther and farther while frames are quick, unless the address says `?reach=300`. Fog hides
 * the rest, and nothing beyond is read.
 */
export const REACHES = [250, 450, 800];

/** The first view: above a street, towards the middle of the city. */
export const view: View = {
  position: { x: 118, y: 132, z: 320 },
  target: { x: -20, y: 30, z: 20 },
  angle: 55,
  near: 1,
  far: REACHES[0],
};
