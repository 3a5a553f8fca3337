import { COLUMNS, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { halfSize, middle } from '../flat/boxFrame';

/**
 * Returns the side of a plane that an AABB is on, by the operations of primitives/query/planeSide.ts: 1 in front, 0
 * crossing or touching, -1 behind. The kernel's sums begin with 0, which can change only the sign of a zero.
 *
 * @param b the address of the AABB's bounds in float64.
 * @param plane the address of the plane's normal and constant.
 */
export function aabbSide(b: usize, plane: usize): i32 {
  let distance: f64 = 0;
  let radius: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const normal = load<f64>(plane + k);
    distance += normal * middle(b + k);
    radius += abs(normal) * halfSize(b + k);
  }
  return sideOf(distance + load<f64>(plane, 24), radius);
}

/** Returns the side of a plane that an OBB is on, given the address of the OBB's record: 1, 0 or -1. */
export function obbSide(b: usize, plane: usize): i32 {
  let distance: f64 = 0;
  let radius: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const row = b + COLUMNS * 8 + k;
    const column = b + COLUMNS * 8 + 3 * k;
    const center =
      load<f64>(row) * middle(b) +
      load<f64>(row, 24) * middle(b + 8) +
      load<f64>(row, 48) * middle(b + 16) +
      load<f64>(b + k, TRANSLATION * 8);
    const reach =
      load<f64>(plane) * load<f64>(column) +
      load<f64>(plane, 8) * load<f64>(column, 8) +
      load<f64>(plane, 16) * load<f64>(column, 16);
    distance += load<f64>(plane + k) * center;
    radius += abs(reach) * halfSize(b + k);
  }
  return sideOf(distance + load<f64>(plane, 24), radius);
}

function sideOf(distance: f64, radius: f64): i32 {
  if (distance > radius) return 1;
  return distance < -radius ? -1 : 0;
}
