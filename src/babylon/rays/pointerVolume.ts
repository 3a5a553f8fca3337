import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import { EngineStore } from '@babylonjs/core/Engines/engineStore.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Plane } from 'slabtree';
import { invertLinear } from '../../primitives/shapes/matrix4';
import type { Spread } from '../boxes/spread';
import { invert } from './invert';

/** Half a unit in the last place of 1, in float32: the largest relative rounding error of a number of a matrix. */
const U = 2 ** -24;
/** `Ray.update` unprojects this depth in place of 1. */
const FAR = 1 - 1e-8;
/** `Ray.intersectsBox` takes a local direction of less than 1e-7 along an axis as 0. */
const FLAT = 2e-7;
/** If rounding may move the pointer by a larger part of the canvas, most boxes would be candidates. All meshes are tested then. */
const COARSE = 2 ** -3;
/** The same limit at the near plane. It may be larger, as an offset at the near plane is small far away from it. */
const COARSE_NEAR = 0.5;

/** A pointer in normalized device coordinates, with the depth at which its ray begins. */
interface DevicePoint {
  readonly x: number;
  readonly y: number;
  readonly near: number;
}

/**
 * Returns four planes around all rays by which Babylon.js picks at a point of the canvas. Null if they would surround too much.
 *
 * Babylon.js has another ray for each mesh: it unprojects the pointer, at depths near and far, by the float32 inverse B of
 * A = W·V·P, with W the world matrix of the mesh, V the view and P the projection. Rounding turns these rays away from one another,
 * by pixels in a scene that is large beside the distance of the near plane. Let s be a pointer at the near or at the far depth, u = 2^-24, and
 * |·| the matrix of absolute values. A row vector is multiplied from the left, as in Babylon.js.
 *
 * - The two products are off by 2u|W||V||P|, and B by u|B|. Projected again by the exact A, s·B is off by
 *   e = |s·B|·2u|W||V||P| + u|s||B||A|, in clip coordinates with w = 1.
 * - |s·B| = h·[p, 1], with h the inverse depth and p the local point. Let M be the linear part of W, N its inverse, T its translation,
 *   q the point in the world, k the largest number of |N|·|M|, and ‖·‖ the sum of the sizes of a vector. Then each coordinate of
 *   |p||W| is k(‖q‖ + ‖T‖) + |T| at most. So the first part of e is 2uh·[k(‖q‖ + ‖T‖) + |T|, 1]·|V||P|.
 * - In the second part, measure from the camera's position C: |B||A| <= |inv P||R'||K||R||P|, where R is the linear part of V,
 *   R' its inverse, and K has k in its linear part and (k + 1)‖T - C‖ as its translation.
 * - Boxes are placed by the float32 inverse of W (see boxes/placement.ts), and not by W. That moves them by uk(‖q‖ + ‖T‖): once
 *   more the first part.
 * - A local direction that `Ray.intersectsBox` takes as 0 turns a ray by 2e-7 times the condition of W.
 * - What is left out is of second order: products of these errors, and the roundings of float64. The sum is doubled for that.
 *
 * Between near and far, a ray is off by no more than the planes through both. Beyond far, a ray that crosses over goes on: so far is
 * off by twice the near one more.
 */
export function pointerVolume(scene: Scene, x: number, y: number, camera: Camera, spread: Spread): Plane[] | null {
  const view = camera.getViewMatrix().m;
  const projection = camera.getProjectionMatrix().m;
  const point = devicePoint(scene, x, y, camera);
  const inverse = invert(projection);
  const linear = new Float64Array(9);
  if (inverse === null || !invertLinear(view, 0, linear, 0)) return null;
  const rounding = new Rounding(view, projection, inverse, linear, spread);
  const near = rounding.at(point, point.near);
  const far = rounding.at(point, FAR);
  const nearOffset = near.offset;
  // 1 / depth is the weight: lateral offsets in the world are offsets in the picture times the depth.
  const farOffset = far.offset + 2 * near.offset * (far.weight / near.weight) + rounding.tilt * far.reach;
  if (!(nearOffset < COARSE_NEAR && farOffset < COARSE && FAR - point.near > 0.5)) return null;
  return sidePlanes(multiply(view, projection), point, nearOffset, farOffset);
}

/** Does what `CreatePickingRayToRef` and `Ray.update` do with a point of the canvas. */
function devicePoint(scene: Scene, x: number, y: number, camera: Camera): DevicePoint {
  const engine = scene.getEngine();
  const renderHeight = engine.getRenderHeight();
  const viewport = camera.viewport.toGlobal(engine.getRenderWidth(), renderHeight);
  const scale = 1 / engine.getHardwareScalingLevel();
  const left = x * scale - viewport.x;
  const top = y * scale - (renderHeight - viewport.y - viewport.height);
  const last = EngineStore.LastCreatedEngine;
  return {
    x: (left / viewport.width) * 2 - 1,
    y: -((top / viewport.height) * 2 - 1),
    near: last?.useReverseDepthBuffer === true ? 1 : last?.isNDCHalfZRange === true ? 0 : -1,
  };
}

/** The rounding of all local rays of a camera. */
class Rounding {
  /** How far a local direction that counts as 0 turns a ray, in the picture, for each unit of {@link at}'s `reach`. */
  readonly tilt: number;
  readonly #view: ArrayLike<number>;
  readonly #projection: ArrayLike<number>;
  readonly #inverse: Float64Array;
  /** The inverse of the view's linear part, as the rows of a matrix for column vectors. */
  readonly #linear: Float64Array;
  /** k of {@link pointerVolume}. */
  readonly #k: number;
  /** The camera's position. */
  readonly #position = new Float64Array(3);
  /** The largest size of a translation on any axis, and the largest sum over the axes: from the origin, and from the camera. */
  readonly #largest: number;
  readonly #sum: number;
  readonly #sumFromCamera: number;

  constructor(
    view: ArrayLike<number>,
    projection: ArrayLike<number>,
    inverse: Float64Array,
    linear: Float64Array,
    { bounds, largest, condition }: Spread,
  ) {
    this.#view = view;
    this.#projection = projection;
    this.#inverse = inverse;
    this.#linear = linear;
    this.#k = Math.max(1, largest);
    let most = 0;
    let sum = 0;
    let fromCamera = 0;
    for (let k = 0; k < 3; k++) {
      const row = 3 * k;
      const position = -(linear[row] * view[12] + linear[row + 1] * view[13] + linear[row + 2] * view[14]);
      this.#position[k] = position;
      const size = largest === 0 ? 0 : Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
      most = Math.max(most, size);
      sum += size;
      fromCamera += largest === 0 ? 0 : Math.max(Math.abs(bounds[k] - position), Math.abs(bounds[k + 3] - position));
    }
    this.#largest = most;
    this.#sum = sum;
    this.#sumFromCamera = fromCamera;
    const scale = sizeOf(projection, 0) + sizeOf(projection, 1) + sizeOf(projection, 3);
    this.tilt = FLAT * condition * scale * Math.max(1, sizeOf(view, 0), sizeOf(view, 1), sizeOf(view, 2));
  }

  /**
   * Returns how far a pointer at a depth is off in the picture, its weight, which is the inverse of its w in clip coordinates, and its
   * distance from the camera times the weight.
   */
  at({ x, y }: DevicePoint, depth: number): { offset: number; weight: number; reach: number } {
    const inverse = this.#inverse;
    const view = this.#view;
    const linear = this.#linear;
    const k = this.#k;
    // The point in the space of the camera, and the sum of the sizes of the terms of each coordinate.
    const eye = [0, 0, 0, 0];
    const sizes = [0, 0, 0, 0];
    for (let c = 0; c < 4; c++) {
      eye[c] = x * inverse[c] + y * inverse[4 + c] + depth * inverse[8 + c] + inverse[12 + c];
      sizes[c] =
        Math.abs(x * inverse[c]) +
        Math.abs(y * inverse[4 + c]) +
        Math.abs(depth * inverse[8 + c]) +
        Math.abs(inverse[12 + c]);
    }
    const weight = Math.abs(eye[3]);
    let worldSum = 0;
    let sizeSum = 0;
    for (let row = 0; row < 3; row++) {
      const at = 3 * row;
      const place =
        (linear[at] * eye[0] + linear[at + 1] * eye[1] + linear[at + 2] * eye[2]) / eye[3] + this.#position[row];
      worldSum += Math.abs(place);
      sizeSum +=
        Math.abs(linear[at]) * sizes[0] + Math.abs(linear[at + 1]) * sizes[1] + Math.abs(linear[at + 2]) * sizes[2];
    }
    // The first part of e, three times, in the space of the camera. It has the translation of V.
    const first = weight * (k * (worldSum + this.#sum) + this.#largest);
    // The second part, measured from the camera.
    const second = k * sizeSum + sizes[3] * (k + 1) * this.#sumFromCamera;
    const clip = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const column = c === 2 ? 3 : c;
      let sum = (3 * weight + sizes[3]) * Math.abs(this.#projection[12 + column]);
      for (let row = 0; row < 3; row++) {
        const turned = Math.abs(view[row]) + Math.abs(view[4 + row]) + Math.abs(view[8 + row]);
        const size = turned * (3 * first + second) + 3 * weight * Math.abs(view[12 + row]);
        sum += size * Math.abs(this.#projection[4 * row + column]);
      }
      clip[c] = 2 * U * sum;
    }
    const [clipX, clipY, clipW] = clip;
    const offset =
      (Math.max(clipX, clipY) + Math.max(Math.abs(x), Math.abs(y), 1) * clipW) / (1 - Math.min(clipW, 0.5));
    return { offset, weight, reach: Math.abs(eye[0]) + Math.abs(eye[1]) + Math.abs(eye[2]) };
  }
}

/** Returns the sum of the sizes of the linear numbers in a column. */
function sizeOf(m: ArrayLike<number>, column: number): number {
  return Math.abs(m[column]) + Math.abs(m[4 + column]) + Math.abs(m[8 + column]);
}

function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let row = 0; row < 16; row += 4) {
    for (let column = 0; column < 4; column++) {
      out[row + column] =
        a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] + a[row + 3] * b[12 + column];
    }
  }
  return out;
}

/** Returns the planes between which a pointer's picture coordinates are off by `near` at the near depth, and by `far` at the far. */
function sidePlanes(m: Float64Array, { x, y, near: depth }: DevicePoint, near: number, far: number): Plane[] {
  // The offset is base + slope·z, at a depth of z in the picture.
  const slope = (far - near) / (FAR - depth);
  const base = near - slope * depth;
  return [
    sidePlane(m, 0, 1, x, base, slope),
    sidePlane(m, 0, -1, x, base, slope),
    sidePlane(m, 1, 1, y, base, slope),
    sidePlane(m, 1, -1, y, base, slope),
  ];
}

/** Returns the plane of the points with sign·(c - middle) + base + slope·z = 0 in the picture, c being their x or their y. */
function sidePlane(m: Float64Array, column: 0 | 1, sign: 1 | -1, middle: number, base: number, slope: number): Plane {
  const weight = base - sign * middle;
  const at = (row: number) => sign * m[row + column] + weight * m[row + 3] + slope * m[row + 2];
  return { normal: { x: at(0), y: at(4), z: at(8) }, constant: at(12) };
}
