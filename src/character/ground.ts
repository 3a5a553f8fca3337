import type { Obb, Vec3 } from 'slabtree';
import { checkFinite, isObject, show } from '../primitives/check';
import { COLUMNS, INVERSE, OBB_STRIDE, TRANSLATION } from '../primitives/flat/boxLayout';
import { readObb } from '../primitives/flat/boxRecord';
import { readVec3, vec3 } from '../primitives/shapes/vec3';
import { toleranceOf } from './limits';
import { add, along, lengthOf, ZERO } from './vectors';
import type { WalkedScene } from './walkedScene';

/** What a character stands on: see {@link moveAndSlide}. */
export interface Ground {
  /** The id of the box or instance. */
  id: number;
  /** Where the character touches it, in world space. */
  point: Vec3;
  /** The normal of its face there, with length 1. */
  normal: Vec3;
  /**
   * The box (`BoxScene.boxOf`). If it is elsewhere or turned in the next step, and has kept its size, it carries the character.
   */
  box: Obb;
  /** Tells the box from another one that has got its id since (`BoxScene.generationOf`). */
  generation: number;
}

/** A ground whose numbers are checked, with the record of its box: see boxLayout.ts. */
export interface CheckedGround extends Omit<Ground, 'box'> {
  readonly box: Float64Array;
}

/** Returns the ground at a point of a box or instance. */
export function groundOf(scene: WalkedScene, id: number, point: Vec3, normal: Vec3): Ground {
  return { id, point, normal, box: scene.boxOf(id), generation: scene.generationOf(id) };
}

/** Returns a checked copy of the ground of the step before. */
export function readGround(name: string, ground: Ground): CheckedGround {
  if (!isObject(ground)) {
    throw new TypeError(`${name} must be the ground that the step before has returned, or null, got ${show(ground)}`);
  }
  const { id, point, normal, box, generation } = ground;
  checkFinite(`${name}.id`, id);
  checkFinite(`${name}.generation`, generation);
  const record = new Float64Array(OBB_STRIDE);
  readObb(`${name}.box`, box, record);
  return {
    id,
    point: readVec3(`${name}.point`, point),
    normal: readVec3(`${name}.normal`, normal),
    box: record,
    generation,
  };
}

/**
 * Returns how far the ground has moved since the step before, at the point where the character stands. Zero if it is not the same
 * ground any more: its id has another box, or its size has changed, so that nobody can say which point of it the character was on.
 */
export function carry(scene: WalkedScene, { id, point, box: before, generation }: CheckedGround): Vec3 {
  if (!scene.has(id) || scene.generationOf(id) !== generation) return ZERO;
  const now = new Float64Array(OBB_STRIDE);
  readObb('ground', scene.boxOf(id), now);
  if (now.every((number, i) => number === before[i])) return ZERO;
  const from = add(point, vec3At(before, TRANSLATION), -1);
  let to = vec3At(now, TRANSLATION);
  for (let axis = 0; axis < 3; axis++) {
    const unitBefore = lengthOf(columnOf(before, axis));
    const column = columnOf(now, axis);
    const unit = lengthOf(column);
    if (!isSameSize(before, unitBefore, now, unit, axis)) return ZERO;
    // Along the edge of the box, in world units: a box that was replaced may have another matrix for the same edge.
    const local = along(from, vec3At(before, INVERSE + 3 * axis));
    const alongEdge = (local - before[axis]) * unitBefore;
    to = add(to, column, now[axis] + alongEdge / unit);
  }
  return add(to, point, -1);
}

/** Whether an edge of two boxes has one length, apart from the rounding of its ends to float32. */
function isSameSize(before: Float64Array, unitBefore: number, now: Float64Array, unit: number, axis: number): boolean {
  const edgeBefore = (before[3 + axis] - before[axis]) * unitBefore;
  const edge = (now[3 + axis] - now[axis]) * unit;
  return Math.abs(edge - edgeBefore) <= toleranceOf(Math.max(reachOf(before), reachOf(now)));
}

/** Returns a size that no coordinate of a box's corners exceeds, nor any term of it. */
function reachOf(box: Float64Array): number {
  let reach = lengthOf(vec3At(box, TRANSLATION));
  for (let axis = 0; axis < 3; axis++) {
    reach += lengthOf(columnOf(box, axis)) * Math.max(Math.abs(box[axis]), Math.abs(box[3 + axis]));
  }
  return reach;
}

function columnOf(box: Float64Array, axis: number): Vec3 {
  return vec3At(box, COLUMNS + 3 * axis);
}

function vec3At(numbers: Float64Array, at: number): Vec3 {
  return vec3(numbers[at], numbers[at + 1], numbers[at + 2]);
}
