import type { View } from '../site/viewCamera';

/** The first view of the camera. */
export const view: View = { position: { x: 32, y: 24, z: 46 }, target: { x: 0, y: 9, z: 0 }, far: 500 };
