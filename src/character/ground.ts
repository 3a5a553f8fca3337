import type { Matrix4, Vec3 } from 'slabtree';
import { checkFinite, isObject, show } from '../primitives/check';
import { invertLinear, readMatrix4 } from '../primitives/shapes/matrix4';
import { readVec3, vec3 } from '../primitives/shapes/vec3';
import { ZERO } from './vectors';
import type { WalkedScene } from './walkedScene';

/** What a character stands on: see {@link moveAndSlide}. */
export interface Ground {
  /** The id of the box or instance. */
  id: number;
  /** Where the character touches it, in world space. */
  point: Vec3;
  /** The normal of its face there, with length 1. */
  normal: Vec3;
  /** The matrix of the box or instance (`BoxScene.matrixOf`). If it has another one in the next step, it carries the character. */
  matrix: Matrix4;
}

/** A ground whose numbers are checked. */
export interface CheckedGround extends Ground {
  readonly matrix: Float64Array;
}

/** Returns a checked copy of the ground of the step before. */
export function readGround(name: string, ground: Ground): CheckedGround {
  if (!isObject(ground)) {
    throw new TypeError(`${name} must be the ground that the step before has returned, or null, got ${show(ground)}`);
  }
  const { id, point, normal, matrix } = ground;
  checkFinite(`${name}.id`, id);
  const numbers = new Float64Array(16);
  readMatrix4(`${name}.matrix`, matrix, numbers);
  return {
    id,
    point: readVec3(`${name}.point`, point),
    normal: readVec3(`${name}.normal`, normal),
    matrix: numbers,
  };
}

/** Returns how far the ground has moved since the step before, at the point where the character stands. */
export function carry(scene: WalkedScene, { id, point, matrix: before }: CheckedGround): Vec3 {
  if (!scene.has(id)) return ZERO;
  const now = scene.matrixOf(id);
  if (now.every((element, i) => element === before[i])) return ZERO;
  const inverse = new Float64Array(9);
  if (!invertLinear(before, 0, inverse, 0)) return ZERO;
  const x = point.x - before[12];
  const y = point.y - before[13];
  const z = point.z - before[14];
  const localX = inverse[0] * x + inverse[1] * y + inverse[2] * z;
  const localY = inverse[3] * x + inverse[4] * y + inverse[5] * z;
  const localZ = inverse[6] * x + inverse[7] * y + inverse[8] * z;
  return vec3(
    now[0] * localX + now[4] * localY + now[8] * localZ + now[12] - point.x,
    now[1] * localX + now[5] * localY + now[9] * localZ + now[13] - point.y,
    now[2] * localX + now[6] * localY + now[10] * localZ + now[14] - point.z,
  );
}
