import type { ContactSelection } from '../../bvh/query/contacts';
import type { ShapeSelection } from '../../bvh/query/shapeCandidates';
import { checkFinite, show } from '../../primitives/check';
import { NO_OPTIONS, OptionNames } from '../../primitives/optionNames';
import { MOTION_NAMES, type MotionOptions, type MotionSettings, readMotionOptions } from '../../primitives/query/sweep';
import { readSweepTarget, type SweepHit, type SweepTarget } from '../answers/sweepHit';
import { checkMask } from './checkNumbers';
import { checkCallback, type OverlapOptions, readBoxesOnly } from './queryOptions';

/** Options of a query for what a shape meets: which boxes and triangles count. */
interface MeetingOptions extends OverlapOptions {
  /**
   * A filter, called for boxes and triangles that the shape meets, in no particular order. `triangle` is the triangle of an
   * instance, and -1 for a box. Return false to skip the box or the triangle.
   */
  filter?: (id: number, triangle: number) => boolean;
}

/**
 * Options of the sweeps of a `BoxScene`, such as {@link BoxScene.sweepAll}: how far the shape moves, and which hits
 * count.
 */
export interface SweepOptions extends MotionOptions, MeetingOptions {}

/** Options of {@link BoxScene.sweepMany}: how far the shapes move, which hits count, and which numbers it returns. */
export interface SweepManyOptions extends SweepOptions {
  /** Whether the answer has, for each shape, the feature that it hits, and the normal of the face. False by default. */
  features?: boolean;
}

/** Options of {@link BoxScene.sweep}: which hits count, and where the answer is written. */
export interface FirstSweepOptions extends SweepOptions {
  /** A hit to write the answer to, with its `point` and `normal`, instead of making a new one. The query returns this hit. */
  into?: SweepHit;
}

/** Options of {@link BoxScene.contacts}: which contacts count. */
export interface ContactsOptions extends MeetingOptions {
  /** The largest gap between the shape and a box or triangle that counts, in world units, 0 or more. 0 by default. */
  within?: number;
}

/** The names of the options of all queries for what a shape meets. */
export const MEETING_NAMES = { mask: true, boxesOnly: true, filter: true } as const;
/** The names of the options that {@link readSweepOptions} reads. A call may take more options. */
export const SWEEP_NAMES = { ...MOTION_NAMES, ...MEETING_NAMES } as const;

export const SWEEP_OPTIONS = /* @__PURE__ */ new OptionNames<SweepOptions>(SWEEP_NAMES);
export const FIRST_SWEEP_OPTIONS = /* @__PURE__ */ new OptionNames<FirstSweepOptions>({ ...SWEEP_NAMES, into: true });
export const SWEEP_MANY_OPTIONS = /* @__PURE__ */ new OptionNames<SweepManyOptions>({ ...SWEEP_NAMES, features: true });
export const CONTACTS_OPTIONS = /* @__PURE__ */ new OptionNames<ContactsOptions>({ ...MEETING_NAMES, within: true });

/** The checked options of a sweep. */
export interface SweepSettings {
  readonly motion: MotionSettings;
  readonly selection: ShapeSelection;
}

/** The checked options of sweeps of many shapes. */
export interface SweepManySettings extends SweepSettings {
  readonly features: boolean;
}

const ALL: ShapeSelection = { mask: undefined, filter: undefined, boxesOnly: false };
const TOUCHING: ContactSelection = { ...ALL, within: 0 };
const WHOLE: SweepSettings = { motion: { tMax: 1, margin: 0, ignoresStart: false, side: 0 }, selection: ALL };

/** Returns a checked copy of the options of a sweep. @param names the names of the options that the call takes. */
export function readSweepOptions(options: SweepOptions, names: OptionNames<SweepOptions>): SweepSettings {
  if (options === NO_OPTIONS) return WHOLE;
  return { motion: readMotionOptions(options, names), selection: readSelection(options) };
}

/** Returns a checked copy of the options of sweeps of many shapes. @param names the names of the options that the call takes. */
export function readSweepManyOptions(
  options: SweepManyOptions,
  names: OptionNames<SweepManyOptions>,
): SweepManySettings {
  const settings = readSweepOptions(options, names);
  const { features = false } = options;
  if (typeof features === 'boolean') return { ...settings, features };
  throw new TypeError(`options.features must be true or false, got ${show(features)}`);
}

/** Returns a checked copy of the options of a query for contacts. */
export function readContactsOptions(options: ContactsOptions, names: OptionNames<ContactsOptions>): ContactSelection {
  if (options === NO_OPTIONS) return TOUCHING;
  names.check('options', options);
  const { within = 0 } = options;
  checkFinite('options.within', within);
  if (within < 0) throw new RangeError(`options.within must not be negative, got ${show(within)}`);
  const { mask, filter, boxesOnly } = readSelection(options);
  return { mask, filter, boxesOnly, within };
}

function readSelection({ mask, filter, boxesOnly }: MeetingOptions): ShapeSelection {
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  return { mask, filter, boxesOnly: readBoxesOnly(boxesOnly) };
}

/** Returns the caller's hit to which a sweep writes its answer, or null if the query makes a new hit. */
export function readSweepInto({ into }: FirstSweepOptions): SweepTarget | null {
  return into === undefined ? null : readSweepTarget(into);
}
