import { Matrix4 } from 'three';
import type { Scene } from '../scenes';

/** Distance along the ray to the surface of box `id`: entry, or exit if the origin is inside. Infinity for a miss. */
export type LeafTest = (
  id: number,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
) => number;

/** A slab test in float64, like slabtree's own. For libraries that leave the test in the leaves to their user. */
export function createLeafTest(scene: Scene): LeafTest {
  return scene.matrices === null ? aabbTest(scene.bounds) : obbTest(scene.matrices);
}

function aabbTest(bounds: Float32Array): LeafTest {
  return (id, originX, originY, originZ, directionX, directionY, directionZ) => {
    const at = 6 * id;
    const x1 = (bounds[at] - originX) / directionX;
    const x2 = (bounds[at + 3] - originX) / directionX;
    const y1 = (bounds[at + 1] - originY) / directionY;
    const y2 = (bounds[at + 4] - originY) / directionY;
    const z1 = (bounds[at + 2] - originZ) / directionZ;
    const z2 = (bounds[at + 5] - originZ) / directionZ;
    const near = Math.max(Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2));
    const far = Math.min(Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2));
    return distanceTo(near, far);
  };
}

function obbTest(matrices: Float32Array): LeafTest {
  const inverses = invertAll(matrices);
  return (id, originX, originY, originZ, directionX, directionY, directionZ) => {
    const at = 12 * id;
    const x = originX - inverses[at + 9];
    const y = originY - inverses[at + 10];
    const z = originZ - inverses[at + 11];
    let near = -Infinity;
    let far = Infinity;
    for (let row = at; row < at + 9; row += 3) {
      const localOrigin = inverses[row] * x + inverses[row + 1] * y + inverses[row + 2] * z;
      const localDirection =
        inverses[row] * directionX + inverses[row + 1] * directionY + inverses[row + 2] * directionZ;
      const t1 = (-1 - localOrigin) / localDirection;
      const t2 = (1 - localOrigin) / localDirection;
      near = Math.max(near, Math.min(t1, t2));
      far = Math.min(far, Math.max(t1, t2));
    }
    return distanceTo(near, far);
  };
}

function distanceTo(near: number, far: number): number {
  if (far < 0 || near > far) return Infinity;
  return near >= 0 ? near : far;
}

/** 12 numbers a matrix: the inverse 3×3, row by row, then the translation. Subtract the translation first. */
function invertAll(matrices: Float32Array): Float64Array {
  const inverses = new Float64Array((matrices.length / 16) * 12);
  const matrix = new Matrix4();
  const { elements } = matrix;
  for (let from = 0, to = 0; from < matrices.length; from += 16, to += 12) {
    matrix.fromArray(matrices, from);
    inverses[to + 9] = elements[12];
    inverses[to + 10] = elements[13];
    inverses[to + 11] = elements[14];
    matrix.setPosition(0, 0, 0).invert();
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) inverses[to + 3 * row + column] = elements[4 * column + row];
    }
  }
  return inverses;
}
