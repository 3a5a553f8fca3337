import type { Capsule, Vec3 } from 'slabtree';
import { checkFinite, isObject, show } from '../primitives/check';
import { OptionNames } from '../primitives/optionNames';
import { capsuleRemedy } from '../primitives/shapes/shape';
import { readVec3, vec3 } from '../primitives/shapes/vec3';
import { checkMask } from '../scene/arguments/checkNumbers';
import { checkCallback } from '../scene/arguments/queryOptions';
import { type CheckedGround, type Ground, readGround } from './ground';
import { lengthOf, scaled } from './vectors';

/**
 * Which boxes and triangles are solid: options of {@link depenetrate}, {@link keepInSight} and {@link moveAndSlide}.
 */
export interface SolidOptions {
  /** A mask of 32 bits. Only boxes whose masks share a bit with it are solid. All boxes by default. */
  mask?: number;
  /** Called for boxes and triangles, in no particular order. Return false for what is not solid. `triangle` is -1 for a box. */
  filter?: (id: number, triangle: number) => boolean;
}

/** Options of {@link moveAndSlide}. All lengths are in world units. */
export interface MoveOptions extends SolidOptions {
  /** The ground that the step before has returned, or null if the character is in the air, the default. */
  ground?: Ground | null;
  /** The direction out of the ground, of any length but 0. y by default. */
  up?: Vec3;
  /**
   * The highest step that the character goes up, 0 or more. 0 by default: none. What is lower than an eighth of the margin is no
   * step. The tolerance is 2^-21 of the largest coordinate where the character is, and at most the margin.
   */
  maxStep?: number;
  /**
   * The cosine of the steepest slope that it stands on, more than 0 and at most 1. By default √½, for 45°. The tolerance is 2^-21, or
   * that share of the largest coordinate of the contact, at most the margin, divided by the radius, if that is more.
   */
  minGroundNormal?: number;
  /** How far it goes down to stay on the ground, on slopes and steps, 0 or more. `maxStep` by default. */
  snap?: number;
  /** The gap that it keeps to everything, more than 0. A sixteenth of the radius by default. */
  margin?: number;
  /** How often it may change its direction, an integer of 1 or more. 3 by default. */
  maxSlides?: number;
}

/** The checked options of a step, with their defaults. */
export interface MoveSettings {
  /** The radius of the capsule. */
  readonly radius: number;
  readonly ground: CheckedGround | null;
  readonly up: Vec3;
  readonly maxStep: number;
  readonly minGroundNormal: number;
  readonly snap: number;
  readonly margin: number;
  readonly maxSlides: number;
  readonly solid: SolidOptions;
}

const MOVE_OPTIONS = /* @__PURE__ */ new OptionNames<MoveOptions>({
  ground: true,
  up: true,
  maxStep: true,
  minGroundNormal: true,
  snap: true,
  margin: true,
  maxSlides: true,
  mask: true,
  filter: true,
});

/** Returns the options for those of the solid boxes and triangles whose ids are wanted. */
export function solidWhere(solid: SolidOptions, isWanted: (id: number) => boolean): SolidOptions {
  return { ...solid, filter: (id, triangle) => isWanted(id) && solid.filter?.(id, triangle) !== false };
}

/** @param radius the radius of the capsule. */
export function readMoveOptions(options: MoveOptions, radius: number): MoveSettings {
  MOVE_OPTIONS.check('options', options);
  const { ground = null, up = vec3(0, 1, 0), maxStep = 0, minGroundNormal = Math.SQRT1_2, maxSlides = 3 } = options;
  const { snap = maxStep, margin = radius / 16 } = options;
  checkNotNegative('options.maxStep', maxStep);
  checkFinite('options.minGroundNormal', minGroundNormal);
  if (!(minGroundNormal > 0 && minGroundNormal <= 1)) {
    throw new RangeError(
      `options.minGroundNormal must be the cosine of the steepest slope, more than 0 and at most 1, got ${minGroundNormal}`,
    );
  }
  checkNotNegative('options.snap', snap);
  checkMargin(margin);
  checkFinite('options.maxSlides', maxSlides);
  if (!(Number.isInteger(maxSlides) && maxSlides >= 1)) {
    throw new RangeError(`options.maxSlides must be an integer of 1 or more, got ${maxSlides}`);
  }
  return {
    radius,
    ground: ground === null ? null : readGround('options.ground', ground),
    up: readUp(up),
    maxStep,
    minGroundNormal,
    snap,
    margin,
    maxSlides,
    solid: readSolid(options),
  };
}

/** Returns a checked copy of the options that say what is solid, without those that are not set. */
export function readSolid({ mask, filter }: SolidOptions): SolidOptions {
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  return { ...(mask === undefined ? {} : { mask }), ...(filter === undefined ? {} : { filter }) };
}

export function checkMargin(margin: number): void {
  checkFinite('options.margin', margin);
  if (!(margin > 0)) throw new RangeError(`options.margin must be more than 0, got ${margin}`);
}

/** Returns a checked copy of a capsule. */
export function readCapsule(name: string, capsule: Capsule): Capsule {
  if (!isObject(capsule) || !('a' in capsule || 'b' in capsule)) {
    throw new TypeError(`${name} must be a capsule { a, b, radius }, got ${show(capsule)}${capsuleRemedy(capsule)}`);
  }
  const { a, b, radius } = capsule;
  checkFinite(`${name}.radius`, radius);
  if (!(radius > 0)) throw new RangeError(`${name}.radius must be more than 0, got ${radius}`);
  return { a: readVec3(`${name}.a`, a), b: readVec3(`${name}.b`, b), radius };
}

function readUp(up: Vec3): Vec3 {
  const direction = readVec3('options.up', up);
  const size = lengthOf(direction);
  if (size === 0) throw new RangeError('options.up must not have length 0');
  return scaled(direction, 1 / size);
}

function checkNotNegative(name: string, value: number): void {
  checkFinite(name, value);
  if (value < 0) throw new RangeError(`${name} must not be negative, got ${value}`);
}
