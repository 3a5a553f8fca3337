import type { Capsule, Vec3 } from 'slabtree';
import { type Ground, moveAndSlide, type MoveOptions, type WalkedScene } from 'slabtree/character';
import type { Course, Leg } from './courses';
import type { CutCourse } from './cutCourse';
import { gapTo, measured, type MeasuredPiece } from './gap';
import { person } from './stroll';

export const RADIUS = 0.4;
export const HEIGHT = 1.8;
export const MARGIN = RADIUS / 16;
export const MAX_STEP = 0.3;
/** What a gap may be off by, if it is kept: a sweep towards an edge keeps the margin to first order. */
export const OFF = MARGIN / 30;
export const FRAME = 1 / 60;
export const GRAVITY = 9.81;
/** A walk of 3 units a second. */
export const STEP = 3 * FRAME;

/** Where a walker is after a leg, and what was wrong on its way. */
export interface Followed {
  readonly foot: Vec3;
  /** How far the leg's end is from where the walker would be. */
  readonly away: number;
  readonly steps: number;
  /** What must not happen on the way, each kind once. */
  readonly faults: readonly string[];
}

export function footOf({ a, radius }: Capsule): Vec3 {
  return { x: a.x, y: a.y - radius, z: a.z };
}

/** The way from a place to where a leg leads, across the ground, of at most the length of a step. */
export function wayTo({ to }: Leg, from: Vec3, step: number): Vec3 {
  const x = to.x - from.x;
  const z = to.z - from.z;
  const long = Math.hypot(x, z);
  const share = long > step ? step / long : 1;
  return { x: share * x, y: 0, z: share * z };
}

/** A leg may take so many steps: on a slope of 45° half of a level way is made, or less beside obstacles. */
export function mostSteps({ to }: Leg, from: Vec3, step: number): number {
  return Math.ceil((3 * Math.hypot(to.x - from.x, to.z - from.z)) / step) + 60;
}

/** A walker is at rest after so many steps without a way. */
const RESTS = 8;

/** Decides when a leg ends: at its target, at rest, or after too many steps. */
export class LegClock {
  readonly #leg: Leg;
  readonly #most: number;
  readonly #near: number;
  #rests = 0;
  #before: Vec3;
  steps = 0;

  constructor(leg: Leg, from: Vec3, step: number, near: number) {
    this.#leg = leg;
    this.#most = mostSteps(leg, from, step);
    this.#near = near;
    this.#before = from;
  }

  /** @param stands whether the walker is on the ground. */
  isOver(foot: Vec3, stands: boolean): boolean {
    const before = this.#before;
    this.#before = foot;
    const made = Math.hypot(foot.x - before.x, foot.y - before.y, foot.z - before.z);
    this.#rests = this.steps > 0 && made < 1e-6 ? this.#rests + 1 : 0;
    const { to } = this.#leg;
    const isThere = stands && Math.hypot(to.x - foot.x, to.z - foot.z) < this.#near;
    if (isThere || this.#rests >= RESTS || this.steps >= this.#most) return true;
    this.steps++;
    return false;
  }
}

/** Follows the legs of a course. What is wrong on the way is noted, as it would be wrong for anyone who plays. */
export class Follower {
  readonly #scene: WalkedScene;
  readonly #ids: readonly number[];
  readonly #pieces: readonly MeasuredPiece[];
  readonly #options: MoveOptions;
  readonly #step: number;
  capsule: Capsule;
  ground: Ground | null = null;
  /** The speed upwards. */
  #rise = 0;

  constructor(
    { pieces, start, options, step = STEP }: Omit<Course, 'name' | 'legs'>,
    { scene, ids }: Pick<CutCourse, 'scene' | 'ids'>,
  ) {
    this.#scene = scene;
    this.#ids = ids;
    this.#pieces = pieces.map(measured);
    this.#options = { maxStep: MAX_STEP, ...options };
    this.#step = step;
    this.capsule = person(start, RADIUS, HEIGHT);
    for (let i = 0; i < 10; i++) this.move({ x: 0, y: 0, z: 0 });
  }

  get foot(): Vec3 {
    return footOf(this.capsule);
  }

  /** Makes a step across the ground, and falls where there is none. */
  move({ x, z }: Vec3): void {
    this.#rise = this.ground === null || this.#rise > 0 ? this.#rise - GRAVITY * FRAME : 0;
    const motion = { x, y: this.#rise * FRAME, z };
    const { capsule, ground } = moveAndSlide(this.#scene, this.capsule, motion, {
      ...this.#options,
      ground: this.ground,
    });
    this.capsule = capsule;
    this.ground = ground;
  }

  /** @param options.isWatched whether faults on the way are looked for. */
  follow(leg: Leg, { isWatched = true } = {}): Followed {
    const faults = new Map<string, string>();
    const clock = new LegClock(leg, this.foot, this.#step, 1e-4);
    this.#rise = leg.jump ?? 0;
    while (!clock.isOver(this.foot, this.ground !== null)) {
      this.move(wayTo(leg, this.foot, this.#step));
      for (const [kind, fault] of isWatched ? this.#faults(leg) : []) {
        if (!faults.has(kind)) faults.set(kind, `${fault}, at ${shown(this.foot)}, in step ${clock.steps}`);
      }
    }
    const { foot } = this;
    const { x, y, z } = leg.ends;
    return {
      foot,
      away: Math.hypot(foot.x - x, foot.y - y, foot.z - z),
      steps: clock.steps,
      faults: [...faults.values()],
    };
  }

  /** What is wrong where the walker is now. */
  #faults(leg: Leg): [kind: string, fault: string][] {
    const { capsule, ground } = this;
    const faults: [string, string][] = [];
    const reach = 2 * MARGIN;
    const gaps = this.#pieces.map((piece) => gapTo(piece, capsule, reach));
    const least = Math.min(...gaps);
    if (least < 0.9 * MARGIN) faults.push(['gap', `the gap is ${least}`]);
    if (leg.level !== undefined && Math.abs(this.foot.y - leg.level - MARGIN) > OFF) {
      faults.push(['level', `the height is ${this.foot.y - MARGIN} instead of ${leg.level}`]);
    }
    if (ground === null) {
      if (leg.falls !== true && leg.jump === undefined) faults.push(['air', 'there is no ground']);
      return faults;
    }
    if (least > 1.1 * MARGIN) faults.push(['hover', `the walker stands on the ground, which is ${least} away`]);
    const stoodOn = gaps.flatMap((gap, i) => (gap < 1.1 * MARGIN && this.#ids[i] === ground.id ? [i] : []));
    if (stoodOn.length === 0) faults.push(['id', `the ground is ${ground.id}, which is not below`]);
    const size = Math.max(Math.abs(ground.point.x), Math.abs(ground.point.y), Math.abs(ground.point.z));
    const point = { a: ground.point, b: ground.point, radius: 0 };
    if (!stoodOn.some((i) => gapTo(this.#pieces[i], point, reach) < 1e-5 + 1e-6 * size)) {
      faults.push(['point', `the ground's point is ${shown(ground.point)}, which is not on it`]);
    }
    const { x, y, z } = ground.normal;
    const isUnit = Math.abs(Math.hypot(x, y, z) - 1) < 1e-6;
    if (!isUnit || y < Math.SQRT1_2 - 1e-6) faults.push(['normal', `the ground's normal is ${shown(ground.normal)}`]);
    return faults;
  }
}

export function shown({ x, y, z }: Vec3): string {
  return `(${x.toFixed(4)}, ${y.toFixed(4)}, ${z.toFixed(4)})`;
}
