import { CONTENT, OBB } from '../../../bvh/layout/nodeLayout';
import { COLUMNS, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { halfSize, kindOf, middle, readSlotBox } from '../../boxes/worldBounds';

/**
 * The exact tests, operation by operation those of primitives/planeSide.ts: 1 in front, 0 crossing or touching, -1 behind.
 * Sums begin with a 0 here, which changes none but the sign of a zero.
 *
 * @param plane normal x y z and constant, in float64.
 */
export function sideOfSlotBox(slot: usize, plane: usize): i32 {
  const record = readSlotBox(slot);
  const isObb = kindOf(load<u32>(slot, CONTENT * 4)) == OBB;
  let distance: f64 = 0;
  let radius: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    let center = middle(k);
    let reach = load<f64>(plane + k);
    if (isObb) {
      const row = record + COLUMNS * 8 + k;
      const column = record + COLUMNS * 8 + 3 * k;
      center =
        load<f64>(row) * middle(0) +
        load<f64>(row, 24) * middle(8) +
        load<f64>(row, 48) * middle(16) +
        load<f64>(record + k, TRANSLATION * 8);
      reach =
        load<f64>(plane) * load<f64>(column) +
        load<f64>(plane, 8) * load<f64>(column, 8) +
        load<f64>(plane, 16) * load<f64>(column, 16);
    }
    distance += load<f64>(plane + k) * center;
    radius += abs(reach) * halfSize(k);
  }
  distance += load<f64>(plane, 24);
  if (distance > radius) return 1;
  return distance < -radius ? -1 : 0;
}
