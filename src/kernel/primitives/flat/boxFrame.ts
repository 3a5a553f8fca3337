import { COLUMNS, INVERSE, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { CENTER, EDGES, FRAME_STRIDE, HALF_EDGES, NORMALS, OFFSET, SIZES } from '../../../primitives/flat/frameLayout';

const ROUNDING: f64 = 2 ** -50;
const UNDERFLOW: f64 = 2 ** -1000;

/**
 * Writes the frame of an AABB (centre, half edges, axes, normals), given its bounds: see primitives/flat/boxFrame.ts.
 */
export function writeAabbFrame(b: usize, out: usize): void {
  memory.copy(out, b, 48);
  memory.fill(out + OFFSET * 8, 0, (FRAME_STRIDE - OFFSET) * 8);
  for (let k: usize = 0; k < 24; k += 8) {
    const mid = middle(b + k);
    const half = halfSize(b + k);
    store<f64>(out + k, mid, CENTER * 8);
    store<f64>(out + k, abs(mid) + half, SIZES * 8);
    store<f64>(out + 4 * k, half, HALF_EDGES * 8);
    store<f64>(out + 4 * k, 1, EDGES * 8);
    store<f64>(out + 4 * k, 1, NORMALS * 8);
  }
}

/** Writes the frame (centre, half edges, axes, normals) of an OBB, given the address of its record. */
export function writeObbFrame(b: usize, out: usize): void {
  const middleX = middle(b);
  const middleY = middle(b + 8);
  const middleZ = middle(b + 16);
  const halfX = halfSize(b);
  const halfY = halfSize(b + 8);
  const halfZ = halfSize(b + 16);
  for (let row: usize = 0; row < 24; row += 8) {
    const x = load<f64>(b + row, COLUMNS * 8);
    const y = load<f64>(b + row, COLUMNS * 8 + 24);
    const z = load<f64>(b + row, COLUMNS * 8 + 48);
    const translation = load<f64>(b + row, TRANSLATION * 8);
    const offset = x * middleX + y * middleY + z * middleZ;
    const center = offset + translation;
    const radius = abs(x) * halfX + abs(y) * halfY + abs(z) * halfZ;
    store<f64>(out + row, translation, CENTER * 8);
    store<f64>(out + row, offset, OFFSET * 8);
    const sizes =
      abs(translation) +
      abs(x) * (abs(middleX) + halfX) +
      abs(y) * (abs(middleY) + halfY) +
      abs(z) * (abs(middleZ) + halfZ);
    const width = sizes * ROUNDING + UNDERFLOW;
    store<f64>(out + row, sizes, SIZES * 8);
    store<f64>(out + row, center - radius - width);
    store<f64>(out + row, center + radius + width, 24);
    store<f64>(out + row, x * halfX, HALF_EDGES * 8);
    store<f64>(out + row, y * halfY, HALF_EDGES * 8 + 24);
    store<f64>(out + row, z * halfZ, HALF_EDGES * 8 + 48);
  }
  memory.copy(out + EDGES * 8, b + COLUMNS * 8, 72);
  memory.copy(out + NORMALS * 8, b + INVERSE * 8, 72);
}

/**
 * Returns the middle of a box on an axis, given the address of its min, 24 bytes before its max: see
 * primitives/flat/boxRecord.ts.
 */
export function middle(min: usize): f64 {
  return load<f64>(min) / 2 + load<f64>(min, 24) / 2;
}

export function halfSize(min: usize): f64 {
  return load<f64>(min, 24) / 2 - load<f64>(min) / 2;
}
