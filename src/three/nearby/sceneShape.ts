import type { Capsule, Obb, Shape, Vec3 } from 'slabtree';
import { isObject, show, typeError } from '../../primitives/check';
import { copyShape } from '../../primitives/shapes/copyShape';
import { invertLinear } from '../../primitives/shapes/matrix4';
import { kindOfShape } from '../../primitives/shapes/shape';
import { readVec3 } from '../../primitives/shapes/vec3';

/** An oriented box with the fields of the `OBB` of `three/addons/math/OBB.js`. See {@link SceneIndex.overlap}. */
export interface ThreeObb {
  /** The middle of the box. */
  center: Vec3;
  /** Half the edge lengths, 0 or more. */
  halfSize: Vec3;
  /** A Matrix3: 9 numbers, column-major, not singular. */
  rotation: { readonly elements: ArrayLike<number> };
}

/** A capsule with the fields of the `Capsule` of `three/addons/math/Capsule.js`. See {@link SceneIndex.overlap}. */
export interface ThreeCapsule {
  /** The start of the segment in the middle of the capsule. */
  start: Vec3;
  /** The end of the segment. */
  end: Vec3;
  /** How far the capsule reaches from the segment: 0 or more. */
  radius: number;
}

/**
 * A shape in world space: any `Shape` of the core, or a shape of three.js, such as a `Vector3`, `Box3`, `Sphere` or `Triangle`, and the
 * `OBB` or `Capsule` of its addons. A `Box3` or `Sphere` that is empty, as its `isEmpty` says, touches nothing and is near nothing. See
 * {@link SceneIndex.overlap}.
 */
export type SceneShape = Shape | ThreeObb | ThreeCapsule;

/** The shapes of three.js's addons, in the list of shapes of an error. */
const ADDONS = ', an OBB { center, halfSize, rotation }, a Capsule { start, end, radius }';

/** Returns a copy of a shape as the core takes it, or null if the shape is empty. Each part is read once. The core checks the numbers. */
export function readSceneShape(name: string, shape: SceneShape): Shape | null {
  if (isObject(shape) && 'halfSize' in shape) return readObb(name, shape);
  if (isObject(shape) && ('start' in shape || 'end' in shape)) return readCapsule(name, shape as ThreeCapsule);
  // Throws at what is no shape.
  kindOfShape(name, shape, ADDONS);
  const copy = copyShape(name, shape);
  return 'isEmpty' in shape && isEmpty(copy) ? null : copy;
}

/** Whether a Box3 ends before it begins, or a Sphere has a negative radius, as they do before points are added to them. */
function isEmpty(shape: Shape): boolean {
  if (!('min' in shape)) return 'radius' in shape && shape.radius < 0;
  const { min, max } = shape;
  return max.x < min.x || max.y < min.y || max.z < min.z;
}

function readCapsule(name: string, shape: ThreeCapsule): Capsule {
  if (!('radius' in shape)) throw typeError(name, 'a capsule { start, end, radius }', shape);
  const { start, end, radius } = shape;
  return { a: readVec3(`${name}.start`, start), b: readVec3(`${name}.end`, end), radius };
}

function readObb(name: string, { center, halfSize, rotation }: ThreeObb): Obb {
  const { x, y, z } = readVec3(`${name}.center`, center);
  const half = readVec3(`${name}.halfSize`, halfSize);
  if (half.x < 0 || half.y < 0 || half.z < 0) {
    throw new RangeError(`${name}.halfSize must not be negative, got (${half.x}, ${half.y}, ${half.z})`);
  }
  const [a, b, c, d, e, f, g, h, i] = readRotation(`${name}.rotation`, rotation);
  const matrix = [a, b, c, 0, d, e, f, 0, g, h, i, 0, x, y, z, 1];
  if (!invertLinear(matrix, 0, new Float64Array(9), 0)) {
    throw new RangeError(`${name}.rotation must not be singular, got a matrix without an inverse`);
  }
  return { min: { x: -half.x, y: -half.y, z: -half.z }, max: half, matrix };
}

function readRotation(name: string, rotation: ThreeObb['rotation']): number[] {
  const elements: unknown = isObject(rotation) ? rotation.elements : undefined;
  if (!isObject(elements) || !('length' in elements)) throw typeError(name, 'a three.js Matrix3', rotation);
  if (elements.length !== 9) throw new RangeError(`${name} must hold 9 numbers, got ${show(elements.length)}`);
  const numbers = Array.from({ length: 9 }, (_, i) => (elements as unknown as ArrayLike<number>)[i]);
  for (const number of numbers) {
    if (!Number.isFinite(number)) throw new RangeError(`${name} must hold finite numbers, got ${show(number)}`);
  }
  return numbers;
}
