import type { View } from '../site/viewCamera';
import { SWUM_BOUNDS } from './creature';

/** The first camera: it shows all that the eel swims through. */
export const view: View = {
  position: { x: 5, y: 9, z: 28 },
  target: { x: -0.4, y: -0.15, z: 0 },
  subject: SWUM_BOUNDS,
};
