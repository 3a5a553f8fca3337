import { COLUMNS, INVERSE, TRANSLATION } from './boxLayout';
import { halfSize, middle } from './boxRecord';
import { CENTER, EDGES, FRAME_STRIDE, HALF_EDGES, NORMALS, OFFSET, SIZES } from './frameLayout';
import { type Coordinates, dot } from '../shapes/vec3';

export function createFrame(): Float64Array {
  return new Float64Array(FRAME_STRIDE);
}

/** Writes the frame (see frameLayout.ts) of the AABB whose six numbers begin at `at`. */
export function writeAabbFrame(b: Coordinates, at: number, out: Float64Array): void {
  for (let k = 0; k < 6; k++) out[k] = b[at + k];
  out.fill(0, OFFSET);
  for (let k = 0; k < 3; k++) {
    const mid = middle(b, at + k);
    const half = halfSize(b, at + k);
    out[CENTER + k] = mid;
    out[SIZES + k] = Math.abs(mid) + half;
    out[HALF_EDGES + 4 * k] = half;
    out[EDGES + 4 * k] = 1;
    out[NORMALS + 4 * k] = 1;
  }
}

/**
 * The bounds in an OBB's frame are wider than its corners, by this share of their terms: a box that touches the OBB is never beyond
 * them. With u = 2^-53, a bound of {@link writeObbBounds} is off by less than 7u of these terms, and widening it by u more. The tree
 * widens its bounds by twice as much at least (see references.ts in bvh/build), so they contain the bounds of the frame.
 */
const ROUNDING = 2 ** -50;
const UNDERFLOW = 2 ** -1000;

/** Writes the frame (see frameLayout.ts) of the OBB whose record begins at `at`. */
export function writeObbFrame(b: Float64Array, at: number, out: Float64Array): void {
  writeObbBounds(b, at, out);
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
    const translation = b[at + TRANSLATION + row];
    out[CENTER + row] = translation;
    out[OFFSET + row] = mX * midX + mY * midY + mZ * midZ;
    const sizes =
      Math.abs(translation) +
      Math.abs(mX) * (Math.abs(midX) + halfX) +
      Math.abs(mY) * (Math.abs(midY) + halfY) +
      Math.abs(mZ) * (Math.abs(midZ) + halfZ);
    const width = sizes * ROUNDING + UNDERFLOW;
    out[SIZES + row] = sizes;
    out[row] -= width;
    out[row + 3] += width;
    out[HALF_EDGES + row] = mX * halfX;
    out[HALF_EDGES + 3 + row] = mY * halfY;
    out[HALF_EDGES + 6 + row] = mZ * halfZ;
  }
  for (let k = 0; k < 9; k++) {
    out[EDGES + k] = b[at + COLUMNS + k];
    out[NORMALS + k] = b[at + INVERSE + k];
  }
}

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
