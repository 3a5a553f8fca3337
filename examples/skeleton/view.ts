import type { View } from '../site/viewCamera';

/** The first camera. */
export const view: View = { position: { x: 3, y: 5, z: 14 }, target: { x: 0.5, y: 0, z: 0 } };
