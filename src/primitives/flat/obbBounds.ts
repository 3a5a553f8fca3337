import { COLUMNS, TRANSLATION } from './boxLayout';
import { halfSize, middle } from './boxRecord';
import { dot } from '../shapes/vec3';

/** Writes the world bounds of the OBB whose record is at `at`, from its centre and projected extents. */
export function writeObbBounds(b: Float64Array, at: number, out: Float64Array): void {
  const midX = middle(b, at);
  const midY = middle(b, at + 1);
  const midZ = middle(b, at + 2);
  const halfX = halfSize(b, at);
  const halfY = halfSize(b, at + 1);
  const halfZ = halfSize(b, at + 2);
  for (let row = 0; row < 3; row++) {
    const mX = b[at + COLUMNS + row];
    const mY = b[at + COLUMNS + 3 + row];
    const mZ = b[at + COLUMNS + 6 + row];
    const center = dot(mX, mY, mZ, midX, midY, midZ) + b[at + TRANSLATION + row];
    const radius = dot(Math.abs(mX), Math.abs(mY), Math.abs(mZ), halfX, halfY, halfZ);
    out[row] = center - radius;
    out[row + 3] = center + radius;
  }
}
