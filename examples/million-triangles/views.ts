import type { View } from '../site/viewCamera';

/** The first camera for the mesh alone. */
export const viewOfOne: View = { position: { x: 1.2, y: 1.6, z: 5.4 }, target: { x: 0, y: 0, z: 0 } };

/** The first camera for so many copies: the nearest ones reach out of the picture. */
export function viewOfCopies(count: number): View {
  const size = Math.max(Math.sqrt(count), 12);
  return {
    position: { x: 0, y: 0.62 * size, z: 1.5 * size },
    target: { x: 0, y: -0.12 * size, z: 0.3 * size },
  };
}
