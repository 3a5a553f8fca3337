import type { Obb, Vec3 } from 'slabtree';
import { checkFinite, isObject, show } from '../primitives/check';
import { elementsOf, invertLinear, readMatrix4 } from '../primitives/shapes/matrix4';
import { readVec3, vec3 } from '../primitives/shapes/vec3';
import { toleranceOf } from './limits';
import { add, along, lengthOf, ZERO } from './vectors';
import type { WalkedScene } from './walkedScene';

/** What a character stands on: see {@link moveAndSlide}. */
export interface Ground {
  /** The id of the box or instance. */
  id: number;
  /** The point at which the character touches the ground, in world space. */
  point: Vec3;
  /** The normal of the face of the ground at this point, with length 1. */
  normal: Vec3;
  /**
   * The box (`BoxScene.boxOf`). If it is elsewhere or turned in the next step, and has kept its size, it carries the character.
   */
  box: Obb;
  /** Tells the box from another one that has got its id since (`BoxScene.generationOf`). */
  generation: number;
}

/** A ground whose numbers are checked. */
export interface CheckedGround extends Ground {
  readonly box: PlainBox;
}

/** A box whose matrix is an array. */
interface PlainBox extends Obb {
  readonly matrix: ArrayLike<number>;
}

/** The box of the ground that the step before has returned, where it is now. */
export interface PresentGround {
  readonly id: number;
  readonly box: Obb;
  readonly generation: number;
}

/** Returns the present box of the ground that the step before has returned. Null if its id has another box, or none. */
export function presentGround(scene: WalkedScene, { id, generation }: CheckedGround): PresentGround | null {
  if (!scene.has(id) || scene.generationOf(id) !== generation) return null;
  return { id, box: scene.boxOf(id), generation };
}

/** Returns the ground at a point of a box or instance. @param known a ground whose box need not be read again. */
export function groundOf(
  scene: WalkedScene,
  id: number,
  point: Vec3,
  normal: Vec3,
  known: PresentGround | null,
): Ground {
  const { box, generation } = known?.id === id ? known : { box: scene.boxOf(id), generation: scene.generationOf(id) };
  return { id, point, normal, box, generation };
}

/** Returns a checked copy of the ground that the step before has returned. */
export function readGround(name: string, ground: Ground): CheckedGround {
  if (!isObject(ground)) {
    throw new TypeError(`${name} must be the ground that the step before has returned, or null, got ${show(ground)}`);
  }
  const { id, point, normal, box, generation } = ground;
  checkFinite(`${name}.id`, id);
  checkFinite(`${name}.generation`, generation);
  return {
    id,
    point: readVec3(`${name}.point`, point),
    normal: readVec3(`${name}.normal`, normal),
    box: readBox(`${name}.box`, box),
    generation,
  };
}

function readBox(name: string, box: Obb): PlainBox {
  if (!isObject(box)) throw new TypeError(`${name} must be a box { min, max, matrix }, got ${show(box)}`);
  const { min, max, matrix } = box;
  const numbers = new Float64Array(16);
  readMatrix4(`${name}.matrix`, matrix, numbers);
  return { min: readVec3(`${name}.min`, min), max: readVec3(`${name}.max`, max), matrix: numbers };
}

/**
 * Returns how far the ground has moved since the step before, at the point where the character stands. Zero if its size has changed, so
 * that nobody can say which point of it the character was on.
 */
export function carry({ point, box: before }: CheckedGround, { box }: PresentGround, margin: number): Vec3 {
  const { min, max, matrix } = box;
  const now: PlainBox = { min, max, matrix: elementsOf('ground', matrix) };
  if (isEqual(before, now)) return ZERO;
  const inverse = new Float64Array(9);
  if (!invertLinear(before.matrix, 0, inverse, 0)) return ZERO;
  const from = add(point, columnOf(before, 3), -1);
  const tolerance = toleranceOf(Math.max(reachOf(before), reachOf(now)), margin);
  let to = columnOf(now, 3);
  for (const [axis, name] of AXES.entries()) {
    const unitBefore = lengthOf(columnOf(before, axis));
    const column = columnOf(now, axis);
    const unit = lengthOf(column);
    const edgeBefore = (before.max[name] - before.min[name]) * unitBefore;
    const edge = (now.max[name] - now.min[name]) * unit;
    if (!(Math.abs(edge - edgeBefore) <= tolerance)) return ZERO;
    const local = along(from, vec3(inverse[3 * axis], inverse[3 * axis + 1], inverse[3 * axis + 2]));
    // Along the edge of the box, in world units: a box that was replaced may have another matrix for the same edge.
    const alongEdge = (local - before.min[name]) * unitBefore;
    to = add(to, column, now.min[name] + alongEdge / unit);
  }
  return add(to, point, -1);
}

const AXES = ['x', 'y', 'z'] as const;

/** Whether two boxes are equal. Saves work in each step, as most ground stands still. */
function isEqual(a: PlainBox, b: PlainBox): boolean {
  for (let i = 0; i < 16; i++) if (a.matrix[i] !== b.matrix[i]) return false;
  return areEqual(a.min, b.min) && areEqual(a.max, b.max);
}

function areEqual(a: Vec3, b: Vec3): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}

/** Returns a size that no coordinate of a box's corners exceeds, nor any term of it. */
function reachOf(box: PlainBox): number {
  const { min, max } = box;
  let reach = lengthOf(columnOf(box, 3));
  for (const [axis, name] of AXES.entries()) {
    reach += lengthOf(columnOf(box, axis)) * Math.max(Math.abs(min[name]), Math.abs(max[name]));
  }
  return reach;
}

/** Returns a column of a box's matrix. The last one is the translation. */
function columnOf({ matrix }: PlainBox, column: number): Vec3 {
  return vec3(matrix[4 * column], matrix[4 * column + 1], matrix[4 * column + 2]);
}
