import { RADIUS } from './galaxy';

/** The step of a box at the edge of the galaxy, in radians. Boxes nearer to the middle have the same speed. */
const TURN = 0.0008;
/** Within this radius, boxes turn together. */
const CORE = 0.06 * RADIUS;

/** Turns the first boxes one step around the middle of the galaxy, with their axes. */
export function turnOrbits(matrices: Float32Array, count: number): void {
  for (let at = 0; at < 16 * count; at += 16) {
    const radius = Math.max(Math.hypot(matrices[at + 12], matrices[at + 14]), CORE);
    const angle = (TURN * RADIUS) / radius;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (let column = at; column < at + 16; column += 4) {
      const [x, z] = [matrices[column], matrices[column + 2]];
      matrices[column] = cos * x + sin * z;
      matrices[column + 2] = cos * z - sin * x;
    }
  }
}
