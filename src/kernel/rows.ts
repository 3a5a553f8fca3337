import { CHILD, CONTENT, OBB } from '../bvh/nodeLayout';
import { TRANSLATION } from '../primitives/boxLayout';
import { BOX_BOUNDS, kindOf, readRecord, recordAt, writeWorldBounds } from './boxBounds';
import { ORIGIN, REACH } from './layout';
import { largestSpan, marginBase, marginSlope, obbMargin } from './obbMargin';
import { setBounds } from './nodes';
import { measured, places } from './scene';

/** Writes the bounds of the box at a place as a row's: see bvh/rows.ts. */
export function writeRowBounds(place: u32, row: usize): void {
  writeWorldBounds(place);
  const box: usize = kindOf(place) == OBB ? recordAt(place) : 0;
  if (box != 0) obbMargin(box);
  roundRow(box, row);
}

/** The same from BOX_BOUNDS, and the margin of an OBB where it has been computed, or no record of one. */
export function roundRow(box: usize, row: usize): void {
  if (box != 0) widen(box);
  for (let k = 0; k < 3; k++) {
    const origin = measured(ORIGIN + k);
    const word = <usize>k << 2;
    const number = BOX_BOUNDS + (<usize>k << 3);
    store<f32>(row + word, roundDown(load<f64>(number) - origin) + 0);
    store<f32>(row + word, -roundDown(-(load<f64>(number, 24) - origin)) + 0, 16);
  }
}

function widen(box: usize): void {
  let offset: f64 = 0;
  let size = largestSpan;
  for (let k = 0; k < 3; k++) {
    const translation = load<f64>(box + (<usize>k << 3), TRANSLATION * 8);
    offset = max(offset, abs(translation - measured(ORIGIN + k)));
    size = max(size, abs(translation));
  }
  const width = marginBase + marginSlope * (measured(REACH) + offset) + 1.7763568394002505e-15 * size;
  for (let at = BOX_BOUNDS; at < BOX_BOUNDS + 24; at += 8) {
    store<f64>(at, width < Infinity ? load<f64>(at) - width : -Infinity);
    store<f64>(at, width < Infinity ? load<f64>(at, 24) + width : Infinity, 24);
  }
}

/** The largest float32 not above a number. */
function roundDown(value: f64): f32 {
  const rounded = <f32>value;
  if (<f64>rounded <= value) return rounded;
  if (rounded == 0) return -1.401298464324817e-45;
  const bits = reinterpret<i32>(rounded);
  return reinterpret<f32>(rounded > 0 ? bits - 1 : bits + 1);
}

/** Writes a box into a slot, with the bounds of a row. */
export function writeBox(slot: usize, id: i32, row: usize): void {
  const place = load<u32>(places + (<usize>id << 2));
  setBounds(slot, row);
  store<i32>(slot, ~id, CHILD * 4);
  store<u32>(slot, isExact(place, row) ? place & 0x3fffffff : place, CONTENT * 4);
}

/** Whether a row's bounds are the box at a place itself, to the last bit, once the tree's origin is added. */
function isExact(place: u32, row: usize): bool {
  if (kindOf(place) == OBB) return false;
  readRecord(place);
  for (let k = 0; k < 3; k++) {
    const origin = measured(ORIGIN + k);
    const word = <usize>k << 2;
    const number = BOX_BOUNDS + (<usize>k << 3);
    if (<f64>load<f32>(row + word) + origin != load<f64>(number)) return false;
    if (<f64>load<f32>(row + word, 16) + origin != load<f64>(number, 24)) return false;
  }
  return true;
}
