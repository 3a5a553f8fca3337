import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from '../primitives/boxLayout';
import {
  AABB_32,
  CONTENT,
  IN_SLOT,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  OBB,
} from '../bvh/nodeLayout';
import { ORIGIN } from './layout';
import { aabb32, aabb64, measured, obbs } from './scene';

/**
 * The exact tests, operation by operation those of primitives/planeSide.ts: 1 in front, 0 crossing or touching, -1 behind.
 *
 * @param plane normal x y z and constant, in float64.
 */
export function sideOfSlotBox(slot: usize, plane: usize): i32 {
  const place = load<u32>(slot, CONTENT * 4);
  const index = <usize>(place & 0x3fffffff);
  switch (place >>> 30) {
    case IN_SLOT:
      return aabbSide(
        <f64>load<f32>(slot, MIN_X * 4) + measured(ORIGIN),
        <f64>load<f32>(slot, MIN_Y * 4) + measured(ORIGIN + 1),
        <f64>load<f32>(slot, MIN_Z * 4) + measured(ORIGIN + 2),
        <f64>load<f32>(slot, MAX_X * 4) + measured(ORIGIN),
        <f64>load<f32>(slot, MAX_Y * 4) + measured(ORIGIN + 1),
        <f64>load<f32>(slot, MAX_Z * 4) + measured(ORIGIN + 2),
        plane,
      );
    case OBB:
      return obbSide(obbs + index * (OBB_STRIDE * 8), plane);
    case AABB_32: {
      const box = aabb32 + index * (AABB_STRIDE * 4);
      return aabbSide(
        load<f32>(box),
        load<f32>(box, 4),
        load<f32>(box, 8),
        load<f32>(box, 12),
        load<f32>(box, 16),
        load<f32>(box, 20),
        plane,
      );
    }
    default: {
      const box = aabb64 + index * (AABB_STRIDE * 8);
      return aabbSide(
        load<f64>(box),
        load<f64>(box, 8),
        load<f64>(box, 16),
        load<f64>(box, 24),
        load<f64>(box, 32),
        load<f64>(box, 40),
        plane,
      );
    }
  }
}

function aabbSide(x0: f64, y0: f64, z0: f64, x1: f64, y1: f64, z1: f64, plane: usize): i32 {
  const x = load<f64>(plane);
  const y = load<f64>(plane, 8);
  const z = load<f64>(plane, 16);
  const distance = dot(x, y, z, x0 / 2 + x1 / 2, y0 / 2 + y1 / 2, z0 / 2 + z1 / 2) + load<f64>(plane, 24);
  const radius = dot(abs(x), abs(y), abs(z), x1 / 2 - x0 / 2, y1 / 2 - y0 / 2, z1 / 2 - z0 / 2);
  return sideOf(distance, radius);
}

function obbSide(box: usize, plane: usize): i32 {
  const x = load<f64>(plane);
  const y = load<f64>(plane, 8);
  const z = load<f64>(plane, 16);
  const middleX = load<f64>(box) / 2 + load<f64>(box, 24) / 2;
  const middleY = load<f64>(box, 8) / 2 + load<f64>(box, 32) / 2;
  const middleZ = load<f64>(box, 16) / 2 + load<f64>(box, 40) / 2;
  const halfX = load<f64>(box, 24) / 2 - load<f64>(box) / 2;
  const halfY = load<f64>(box, 32) / 2 - load<f64>(box, 8) / 2;
  const halfZ = load<f64>(box, 40) / 2 - load<f64>(box, 16) / 2;
  const columns = box + COLUMNS * 8;
  const centerX = rowDot(columns, middleX, middleY, middleZ) + load<f64>(box, TRANSLATION * 8);
  const centerY = rowDot(columns + 8, middleX, middleY, middleZ) + load<f64>(box, TRANSLATION * 8 + 8);
  const centerZ = rowDot(columns + 16, middleX, middleY, middleZ) + load<f64>(box, TRANSLATION * 8 + 16);
  const distance = dot(x, y, z, centerX, centerY, centerZ) + load<f64>(plane, 24);
  const radius = dot(
    abs(columnDot(columns, x, y, z)),
    abs(columnDot(columns + 24, x, y, z)),
    abs(columnDot(columns + 48, x, y, z)),
    halfX,
    halfY,
    halfZ,
  );
  return sideOf(distance, radius);
}

// @ts-ignore: decorator
@inline
function dot(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  return ax * bx + ay * by + az * bz;
}

function rowDot(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 24) * y + load<f64>(row, 48) * z;
}

function columnDot(column: usize, x: f64, y: f64, z: f64): f64 {
  return x * load<f64>(column) + y * load<f64>(column, 8) + z * load<f64>(column, 16);
}

function sideOf(distance: f64, radius: f64): i32 {
  if (distance > radius) return 1;
  return distance < -radius ? -1 : 0;
}
