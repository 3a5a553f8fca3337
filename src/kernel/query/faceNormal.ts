import { FACE, RAY } from '../../bvh/layout/kernelLayout';
import { INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { DIRECTION, SOLID, T_MIN } from '../../primitives/flat/rayLayout';
import { memoryBase } from '../memory/kernelMemory';
import { boundsOfSlotBox, isObbInSlot } from '../slots/slotBox';

/** RAY in the space of the box: origin and direction. */
const LOCAL: usize = memoryBase + memory.data(6 * 8, 8);

const ZEROS: usize = memoryBase + memory.data(3 * 8, 8);

/**
 * Writes FACE for the box in a slot: see bvh/query/faceNormal.ts. RAY must be known to hit the box.
 *
 * If possible, this reads the slot and not the store: the walk has just read the slot. Reading memory far away would
 * take longer than the walk did.
 */
export function writeFace(slotAt: usize): void {
  const bounds = boundsOfSlotBox(slotAt);
  const isObb = isObbInSlot(slotAt);
  writeLocal(bounds, isObb);
  let near: f64 = -Infinity;
  let far: f64 = Infinity;
  let nearAxis: usize = 0;
  let farAxis: usize = 0;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const direction = load<f64>(LOCAL + axis, DIRECTION * 8);
    // A ray that is parallel to the planes is between them.
    if (!(abs(direction) > 0)) continue;
    const origin = load<f64>(LOCAL + axis);
    const a = (load<f64>(bounds + axis) - origin) / direction;
    const b = (load<f64>(bounds + axis, 24) - origin) / direction;
    const enter = min(a, b);
    const leave = max(a, b);
    if (enter > near) {
      near = enter;
      nearAxis = axis;
    }
    if (leave < far) {
      far = leave;
      farAxis = axis;
    }
  }
  const isInside = !(near >= load<f64>(memoryBase, (RAY + T_MIN) * 8));
  const axis = isInside ? farAxis : nearAxis;
  const isAtMax = load<f64>(LOCAL + axis, DIRECTION * 8) >= 0 == isInside;
  const sign: f64 = isInside && load<f64>(memoryBase, (RAY + SOLID) * 8) != 0 ? 0 : isAtMax ? 1 : -1;
  const row = bounds + INVERSE * 8 + 3 * axis;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(memoryBase + FACE * 8 + k, sign * (isObb ? load<f64>(row + k) : <f64>(k == axis)));
  }
  store<f64>(memoryBase, <f64>isInside, FACE * 8 + 24);
}

/** Writes RAY to LOCAL, in the space of the box with this record: see toLocal in primitives/query/raycastObb.ts. */
function writeLocal(record: usize, isObb: bool): void {
  memory.copy(LOCAL, memoryBase + RAY * 8, 48);
  if (!isObb) return;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(LOCAL + k, rowDot(record, 3 * k, memoryBase + RAY * 8, record + TRANSLATION * 8));
    store<f64>(LOCAL + k, rowDot(record, 3 * k, memoryBase + (RAY + DIRECTION) * 8, ZEROS), DIRECTION * 8);
  }
}

/** The product of a row of the record's inverse and the difference of two vectors. */
function rowDot(record: usize, row: usize, vector: usize, from: usize): f64 {
  const at = record + INVERSE * 8 + row;
  const x = load<f64>(at) * (load<f64>(vector) - load<f64>(from));
  const y = load<f64>(at, 8) * (load<f64>(vector, 8) - load<f64>(from, 8));
  const z = load<f64>(at, 16) * (load<f64>(vector, 16) - load<f64>(from, 16));
  return x + y + z;
}
