import { CONTENT, IN_SLOT, MAX_X, MIN_X, OBB, WIDTH } from '../bvh/nodeLayout';
import { INVERSE, TRANSLATION } from '../primitives/boxLayout';
import { DIRECTION, SOLID, T_MIN } from '../primitives/rayLayout';
import { BOX_BOUNDS, kindOf, recordAt, writeWorldBounds } from './boxBounds';
import { ORIGIN } from './layout';
import { RAY } from './ray';
import { measured } from './scene';

/** The outward normal, of any length, of the face that the ray meets; and 1 where the ray starts inside the box, or 0. */
export const FACE: usize = memory.data(4 * 8, 8);

/** RAY in the space of the box: origin and direction. */
const LOCAL: usize = memory.data(6 * 8, 8);

/**
 * Writes FACE for the box in a slot, which RAY is known to meet: see bvh/faceNormal.ts. It reads the slot and not the store
 * where it can, as the walk has just done: what is far apart in memory takes longer to read than the walk took.
 */
export function writeFace(slot: usize): void {
  const place = load<u32>(slot, CONTENT * 4);
  const record = readBox(slot, place);
  let near: f64 = -Infinity;
  let far: f64 = Infinity;
  let nearAxis: usize = 0;
  let farAxis: usize = 0;
  for (let axis: usize = 0; axis < 24; axis += 8) {
    const direction = load<f64>(LOCAL + axis, DIRECTION * 8);
    // Where the ray is parallel to the planes, it is between them.
    if (!(abs(direction) > 0)) continue;
    const origin = load<f64>(LOCAL + axis);
    const a = (load<f64>(BOX_BOUNDS + axis) - origin) / direction;
    const b = (load<f64>(BOX_BOUNDS + axis, 24) - origin) / direction;
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
  const isInside = !(near >= load<f64>(RAY, T_MIN * 8));
  const axis = isInside ? farAxis : nearAxis;
  const isAtMax = load<f64>(LOCAL + axis, DIRECTION * 8) >= 0 == isInside;
  const sign: f64 = isInside && load<f64>(RAY, SOLID * 8) != 0 ? 0 : isAtMax ? 1 : -1;
  const row = record + INVERSE * 8 + 3 * axis;
  const isObb = kindOf(place) == OBB;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(FACE + k, sign * (isObb ? load<f64>(row + k) : <f64>(k == axis)));
  }
  store<f64>(FACE, <f64>isInside, 24);
}

/** Reads the box into BOX_BOUNDS, in its own space, and RAY in that space into LOCAL; returns where the record is. */
function readBox(slot: usize, place: u32): usize {
  memory.copy(LOCAL, RAY, 48);
  const kind = kindOf(place);
  const record = recordAt(place);
  if (kind == IN_SLOT) {
    for (let k = 0; k < 3; k++) {
      const bound = slot + <usize>k * (WIDTH * 4);
      const number = BOX_BOUNDS + (<usize>k << 3);
      store<f64>(number, <f64>load<f32>(bound, MIN_X * 4) + measured(ORIGIN + k));
      store<f64>(number, <f64>load<f32>(bound, MAX_X * 4) + measured(ORIGIN + k), 24);
    }
  } else if (kind == OBB) {
    memory.copy(BOX_BOUNDS, record, 48);
    const x = load<f64>(RAY) - load<f64>(record, TRANSLATION * 8);
    const y = load<f64>(RAY, 8) - load<f64>(record, TRANSLATION * 8 + 8);
    const z = load<f64>(RAY, 16) - load<f64>(record, TRANSLATION * 8 + 16);
    for (let k: usize = 0; k < 3; k++) {
      const row = record + INVERSE * 8 + 24 * k;
      const number = LOCAL + (k << 3);
      const a = load<f64>(row);
      const b = load<f64>(row, 8);
      const c = load<f64>(row, 16);
      store<f64>(number, a * x + b * y + c * z);
      const along =
        a * load<f64>(RAY, DIRECTION * 8) +
        b * load<f64>(RAY, DIRECTION * 8 + 8) +
        c * load<f64>(RAY, DIRECTION * 8 + 16);
      store<f64>(number, along, DIRECTION * 8);
    }
  } else writeWorldBounds(place);
  return record;
}
