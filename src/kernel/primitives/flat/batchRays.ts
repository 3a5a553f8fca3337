import { BATCH_STRIDE, RAY } from '../../../bvh/layout/kernelLayout';
import { memoryBase } from '../../memory/workingMemory';

/** The rays of a batch: origin and direction, BATCH_STRIDE numbers a ray, in float32 or in float64. */

/** Copies one ray of a batch, given its index, to RAY. */
export function readRay(rays: usize, isFloat32: bool, index: i32): void {
  if (isFloat32) {
    const ray = rays + <usize>index * (BATCH_STRIDE * 4);
    for (let at: usize = 0; at < 48; at += 16) {
      v128.store(memoryBase + RAY * 8 + at, f64x2.promote_low_f32x4(v128.load64_zero(ray + (at >> 1))));
    }
  } else {
    const ray = rays + <usize>index * (BATCH_STRIDE * 8);
    for (let at: usize = 0; at < 48; at += 16) v128.store(memoryBase + RAY * 8 + at, v128.load(ray + at));
  }
}

/** Returns, in float64, one number of a ray of a batch and the same number of the next ray. */
export function numberOfTwo(rays: usize, isFloat32: bool, index: i32, number: usize): v128 {
  if (isFloat32) {
    const at = rays + <usize>index * (BATCH_STRIDE * 4) + (number << 2);
    return f64x2.promote_low_f32x4(v128.load32_lane(at, v128.load32_zero(at), 1, BATCH_STRIDE * 4));
  }
  const at = rays + <usize>index * (BATCH_STRIDE * 8) + (number << 3);
  return v128.load64_lane(at, v128.load64_zero(at), 1, BATCH_STRIDE * 8);
}
