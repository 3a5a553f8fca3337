import { types } from 'node:util';
import { BoxScene, type FloatArray } from 'slabtree';

/**
 * Checks an array of rays, but not its numbers: the caller copies them, and then calls {@link checkRayNumbers}.
 *
 * @returns a new view of the same numbers, whose length does not change.
 * @throws what `raycastMany` of a scene without boxes throws for a value that is no such array, or for a part of a ray.
 */
export function readRays(rays: FloatArray): FloatArray {
  const isWhole = types.isTypedArray(rays) && rays.length > 0 && rays.length % 6 === 0;
  if (isWhole && types.isFloat32Array(rays)) return new Float32Array(rays.buffer, rays.byteOffset, rays.length);
  if (isWhole && types.isFloat64Array(rays)) return new Float64Array(rays.buffer, rays.byteOffset, rays.length);
  new BoxScene({ backend: 'js' }).raycastMany(rays);
  return new Float64Array(0);
}

/**
 * Throws unless all rays are finite and no direction is zero.
 *
 * @param first the index in the caller's whole argument at which `rays` begins.
 */
export function checkRayNumbers(rays: Float64Array, first: number): void {
  for (let i = 0; i < rays.length; i += 6) {
    for (let k = i; k < i + 6; k++) {
      if (Number.isFinite(rays[k])) continue;
      throw new RangeError(`${placeOf(first + k)} must be a finite number, got ${rays[k]}`);
    }
    if (rays[i + 3] === 0 && rays[i + 4] === 0 && rays[i + 5] === 0) {
      throw new RangeError(
        `${placeOf(first + i + 3)} must not start a direction of zero length: give a direction that is not zero`,
      );
    }
  }
}

function placeOf(index: number): string {
  return `rays[${index}] (ray ${Math.floor(index / 6)})`;
}
