import type { View } from '../site/viewCamera';

/** The first view of the camera. */
export const view: View = { position: { x: 12, y: 21, z: 27 }, target: { x: 0.4, y: 0, z: 0.8 }, far: 200 };
