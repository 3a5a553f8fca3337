import { type Capsule, distance, type SceneContact, type SweepHit, type Vec3 } from 'slabtree';
import { type Ground, groundOf, type PresentGround } from './ground';
import { closestWithin, type HalfSpace } from './halfSpaces';
import { withoutInnerEdges } from './innerEdges';
import { leastStep, restOf, sizeOf, toleranceOf } from './limits';
import { type MoveSettings, solidWhere } from './moveOptions';
import { isGroundSlope, type Surface, surfaceAt } from './surface';
import { across, add, along, lengthOf, scaled, ZERO } from './vectors';
import type { WalkedScene } from './walkedScene';

/**
 * Sweeps keep this share of the margin as their gap. So rounding does not make a sweep hit what is at the margin already. Of several
 * things at the margin, a sweep first hits the one that its way approaches fastest.
 */
const SWEPT_SHARE = 15 / 16;
/** A thing is in the way if its gap exceeds the margin by less than this share of the margin. */
const NEAR_SHARE = 1 / 32;
/** Two normals are equal, apart from rounding, if 1 minus the cosine of their angle is at most this. */
const SAME_DIRECTION = 2 ** -40;
/** The rest of a motion is ignored if it is shorter than this share of the motion. */
const NEGLIGIBLE = 2 ** -20;

/** A capsule on its way through one step: where it is, and what it touches there. */
export class Walk {
  /** What the capsule has touched, each box and triangle once. */
  readonly touched: SceneContact[] = [];
  readonly #scene: WalkedScene;
  readonly #start: Capsule;
  readonly #settings: MoveSettings;
  /** The ground at the start, where it is now. */
  readonly #present: PresentGround | null;
  /** The capsule rests at the margin if its gap differs from the margin by no more than this. */
  readonly #rest: number;
  /** The way from the start to where the capsule is. */
  #moved: Vec3 = ZERO;
  /** The surfaces that the capsule has touched near its present place. They may be in the way. */
  #surfaces: Surface[] = [];
  /** The point of the ground that the capsule has stood on last. The height of a step is measured from it. */
  #footing: Vec3 | null;

  constructor(scene: WalkedScene, start: Capsule, settings: MoveSettings, present: PresentGround | null) {
    this.#scene = scene;
    this.#start = start;
    this.#settings = settings;
    this.#present = present;
    this.#rest = restOf(sizeOf(start.a, start.radius), settings.margin);
    this.#footing = settings.ground?.point ?? null;
  }

  get capsule(): Capsule {
    const { a, b, radius } = this.#start;
    return { a: add(a, this.#moved), b: add(b, this.#moved), radius };
  }

  /** The height of the highest step: `maxStep`, with the tolerance for coordinates as large as the present ones of the capsule. */
  get #highestStep(): number {
    const { maxStep, margin, radius } = this.#settings;
    const size = sizeOf(add(this.#start.a, this.#moved), radius);
    return Math.max(maxStep, leastStep(margin)) + toleranceOf(size, margin);
  }

  /** Moves with the ground, and away from what is closer than the margin. */
  part(carried: Vec3): void {
    const { margin, solid, ground } = this.#settings;
    const within = margin + NEAR_SHARE * margin;
    const carrier = lengthOf(carried) > 0 ? (ground?.id ?? null) : null;
    const others = carrier === null ? solid : solidWhere(solid, (id) => id !== carrier);
    const contacts = this.#scene.contacts(this.#start, { ...others, within });
    if (carrier !== null) contacts.push(...this.#contactsOnceCarried(carrier, carried, within));
    const inTheWay = withoutInnerEdges(contacts, this.#settings).map((contact) => ({
      contact,
      surface: this.#surfaceAt(contact),
    }));
    const spaces = inTheWay.map(({ contact: { depth }, surface }): HalfSpace => {
      const { normal, share } = this.#partingFrom(surface);
      const lack = margin + depth;
      return { normal, least: lack > this.#rest ? lack / share : Math.min(lack, 0) };
    });
    // The spaces that require the longest way are solved first: they decide most.
    spaces.sort((a, b) => b.least - a.least);
    // If no translation satisfies all of them, the capsule stays.
    const way = closestWithin(carried, spaces) ?? ZERO;
    if (this.#footing !== null) this.#footing = add(this.#footing, carried);
    if (lengthOf(way) > 0) this.#advance(way, others);
    const isNear = ({ normal, depth }: SceneContact): boolean => along(this.#moved, normal) - depth <= within;
    for (const contact of contacts) if (isNear(contact)) this.#touch(contact);
    for (const { contact, surface } of inTheWay) if (isNear(contact)) this.#surfaces.push(surface);
  }

  /**
   * Returns the contacts with the ground that carries the capsule, with depths as at the start. The query runs at the place to which the
   * ground carries the capsule, where both are placed as in the step before. At the start, a lift may have risen beyond the middle of
   * the capsule.
   */
  #contactsOnceCarried(carrier: number, carried: Vec3, within: number): SceneContact[] {
    const { a, b, radius } = this.#start;
    const there = { a: add(a, carried), b: add(b, carried), radius };
    const solid = solidWhere(this.#settings.solid, (id) => id === carrier);
    const contacts = this.#scene.contacts(there, { ...solid, within });
    return contacts.map((contact) => ({ ...contact, depth: contact.depth + along(carried, contact.normal) }));
  }

  /**
   * Returns the direction in which the capsule parts from a surface, and the cosine of its angle with the surface's normal. A capsule on
   * the ground parts sideways from a surface that it may not walk over, so that the surface does not lift it.
   */
  #partingFrom(surface: Surface): { normal: Vec3; share: number } {
    const { up, ground } = this.#settings;
    const { normal } = surface;
    const outward = across(normal, up);
    const share = lengthOf(outward);
    const isLifting = ground !== null && along(normal, up) > 0 && share > NEGLIGIBLE;
    return isLifting && !this.#isWalkable(surface)
      ? { normal: scaled(outward, 1 / share), share }
      : { normal, share: 1 };
  }

  /**
   * Moves along what is in the way.
   *
   * @param canStep whether the capsule may go up one step.
   * @returns the part of the motion that was not made.
   */
  slide(motion: Vec3, canStep: boolean): Vec3 {
    const negligible = NEGLIGIBLE * lengthOf(motion);
    let left = motion;
    let mayStep = canStep;
    for (let slides = 0; slides < this.#settings.maxSlides; slides++) {
      const stepped = mayStep ? this.#stepUp(left) : null;
      if (stepped !== null) {
        mayStep = false;
        left = stepped;
      }
      const wish = this.#allowed(left);
      if (!(lengthOf(wish) > negligible)) return left;
      const share = this.#advance(wish);
      if (share === 1) return add(left, wish, -1);
      // The whole rest is tried again: a slide that leads into a corner must not lead back out of it.
      left = scaled(left, 1 - share);
    }
    return left;
  }

  /**
   * Moves down to the ground, if there is any within `reach`.
   *
   * @returns the ground, or null.
   */
  land(reach: number): Ground | null {
    const ground = this.#restingGround();
    if (ground !== null) return ground;
    const { margin, up, minGroundNormal } = this.#settings;
    // Steep ground that the capsule rests on is farther below it than beside it.
    const resting = (1 - SWEPT_SHARE) * margin + this.#rest;
    const way = scaled(up, -(reach + Math.max(margin, resting / minGroundNormal)));
    const hit = this.#sweep(way);
    if (hit === null) return null;
    const isResting = hit.distance * along(hit.normal, up) <= resting;
    if (hit.distance > reach + margin && !isResting) return null;
    const below = this.#surfaceAt(hit);
    if (this.#isStandable(below)) this.#moveTowards(hit, way);
    // Beside ground, there may be something steeper that is a little closer.
    const surface = [below, ...this.#surfaces].find((each) => this.#isStandable(each) && this.#isNear(each));
    if (surface === undefined) return null;
    const { id, point, faceNormal } = surface;
    return groundOf(this.#scene, id, point, faceNormal, this.#present);
  }

  /**
   * Returns the ground if the capsule rests on a face in the plane of the ground at its start: a ray then does for a sweep. On a flat
   * floor, most steps end so.
   */
  #restingGround(): Ground | null {
    const ground = this.#surfaces.find(({ kind }) => kind === 'ground');
    if (ground === undefined) return null;
    const { margin } = this.#settings;
    const { faceNormal } = ground;
    const hit = this.#rayTowards(faceNormal, margin + this.#rest);
    if (hit === null || hit.inside || hit.t < this.#start.radius + margin - this.#rest) return null;
    if (Math.abs(along(hit.normal, faceNormal)) < 1 - SAME_DIRECTION) return null;
    return groundOf(this.#scene, hit.id, add(this.#lowest, faceNormal, -hit.t), faceNormal, this.#present);
  }

  /** Whether the capsule is still at a surface that it has touched before. */
  #isNear({ kind, point, faceNormal }: Surface): boolean {
    const { margin } = this.#settings;
    const within = margin + NEAR_SHARE * margin;
    if (distance(point, this.capsule) <= within) return true;
    // The capsule has moved along the face, and may have left it.
    return kind !== 'ledge' && this.#rayTowards(faceNormal, within) !== null;
  }

  /** The lower end of the capsule's axis. */
  get #lowest(): Vec3 {
    const { a, b } = this.capsule;
    return along(add(b, a, -1), this.#settings.up) < 0 ? b : a;
  }

  /** Returns the hit of a ray from the lower end of the capsule's axis against a normal. It ends `gap` outside of the capsule. */
  #rayTowards(normal: Vec3, gap: number): ReturnType<WalkedScene['raycast']> {
    const ray = { origin: this.#lowest, direction: scaled(normal, -1) };
    return this.#scene.raycast(ray, { ...this.#settings.solid, tMax: this.#start.radius + gap });
  }

  #sweep(way: Vec3, solid = this.#settings.solid): SweepHit | null {
    const { margin } = this.#settings;
    return this.#scene.sweep(this.capsule, way, { ...solid, margin: SWEPT_SHARE * margin, ignoreStart: true });
  }

  /** Moves as far along a way as the margin allows, and returns the share of the way. */
  #advance(way: Vec3, solid = this.#settings.solid): number {
    const hit = this.#sweep(way, solid);
    const share = hit === null ? 1 : this.#moveTowards(hit, way);
    if (hit === null) this.#moved = add(this.#moved, way);
    // After a way longer than the radius, the surfaces touched before are behind the capsule.
    if (share * lengthOf(way) > this.#start.radius) this.#surfaces = [];
    if (hit !== null) {
      this.#touch(hit);
      this.#surfaces.push(this.#surfaceAt(hit));
    }
    return share;
  }

  #touch({ id, triangle, point, normal, depth, feature, faceNormal }: SceneContact): void {
    if (this.touched.some((other) => other.id === id && other.triangle === triangle)) return;
    this.touched.push({ id, triangle, point, normal, depth, feature, faceNormal });
  }

  /** Moves along a way up to the margin before a hit, and returns the share of the way. */
  #moveTowards({ distance: reach, normal }: SweepHit, way: Vec3): number {
    const { margin } = this.#settings;
    const size = lengthOf(way);
    const approach = -along(way, normal) / size;
    const free = reach - ((1 - SWEPT_SHARE) * margin) / approach;
    if (!(free > this.#rest)) return 0;
    const share = free / size;
    this.#moved = add(this.#moved, way, share);
    return share;
  }

  /** Returns the motion that is closest to a wish and goes into no surface that the capsule touches. A wall does not make it rise. */
  #allowed(wish: Vec3): Vec3 {
    const { up } = this.#settings;
    const level = closestWithin(across(wish, up), this.#obstacles()) ?? ZERO;
    const motion = add(level, up, along(wish, up));
    const spaces = this.#surfaces.map(({ normal }): HalfSpace => ({ normal, least: 0 }));
    return closestWithin(motion, spaces) ?? ZERO;
  }

  /** Returns a half space in front of an upright plane for each wall, and for each ledge that the capsule may not walk over. */
  #obstacles(): HalfSpace[] {
    const { up } = this.#settings;
    const obstacles: HalfSpace[] = [];
    for (const surface of this.#surfaces) {
      if (this.#isWalkable(surface)) continue;
      const outward = across(surface.normal, up);
      const size = lengthOf(outward);
      if (size > NEGLIGIBLE) obstacles.push({ normal: scaled(outward, 1 / size), least: 0 });
    }
    return obstacles;
  }

  /**
   * Goes up a step: up, on, and down to the ground. If that leads no higher, or too high, the capsule stays where it is.
   *
   * @returns the part of the motion that was not made, or null if nothing is in the way that could be a step.
   */
  #stepUp(motion: Vec3): Vec3 | null {
    const { up } = this.#settings;
    const level = this.#towardsStep(motion);
    if (level === null) return null;
    const from = this.#moved;
    const { length } = this.touched;
    const surfaces = this.#surfaces;
    this.#surfaces = [];
    this.#advance(scaled(up, this.#highestStep));
    const lifted = along(add(this.#moved, from, -1), up);
    const landing = lifted > 0 ? this.#stepOnto(level, lifted) : null;
    const rise = along(add(this.#moved, from, -1), up);
    if (landing !== null && rise > this.#rest) {
      this.#surfaces = [landing.surface];
      this.#footing = landing.surface.point;
      return scaled(motion, 1 - landing.share);
    }
    this.#moved = from;
    this.#surfaces = surfaces;
    this.touched.length = length;
    return motion;
  }

  /**
   * Returns the level part of a motion, turned along the obstacles that are higher than a step. Null if no lower obstacle is in its way:
   * there is no step to go up.
   */
  #towardsStep(motion: Vec3): Vec3 | null {
    const { up } = this.#settings;
    const wish = across(motion, up);
    const least = -NEGLIGIBLE * lengthOf(motion);
    const obstructing = this.#obstacles().filter(({ normal }) => along(wish, normal) < least);
    if (obstructing.length === 0) return null;
    const high = obstructing.filter(({ normal }) => this.#isAboveStep(normal));
    const level = closestWithin(wish, high) ?? ZERO;
    return obstructing.some(({ normal }) => along(level, normal) < least) ? level : null;
  }

  /** Whether the obstacle that an upright plane stands for is still there above the highest step. */
  #isAboveStep(outward: Vec3): boolean {
    const { up, margin, solid } = this.#settings;
    const { a, radius } = this.capsule;
    const foot = this.#footing === null ? add(a, up, -radius) : this.#footing;
    const height = this.#highestStep + margin - along(add(a, foot, -1), up);
    const ray = { origin: add(a, up, height), direction: scaled(outward, -1) };
    return this.#scene.raycast(ray, { ...solid, tMax: radius + 2 * margin }) !== null;
  }

  /**
   * Moves along a level way from above a step, and down onto the step.
   *
   * @returns the surface of the step, and the share of the way. Null if there is nothing that the capsule may stand on.
   */
  #stepOnto(level: Vec3, lifted: number): { surface: Surface; share: number } | null {
    const { margin } = this.#settings;
    const { radius } = this.#start;
    const { a } = this.capsule;
    const above = this.#moved;
    const { length } = this.touched;
    let share = this.#advance(level);
    if (share === 0) return null;
    let surface = this.#landing(lifted);
    if (surface !== null && !this.#isStep(surface)) {
      // A long way may end above a surface that is too high, such as the stair after the next. The capsule then stops before it.
      const size = lengthOf(level);
      share = Math.min(share, (along(add(surface.point, a, -1), level) / size - radius - margin) / size);
      if (!(share > 0)) return null;
      this.touched.length = length;
      this.#moved = add(above, level, share);
      surface = this.#landing(lifted);
    }
    return surface !== null && this.#isStep(surface) ? { surface, share } : null;
  }

  /** Returns the surface below. If it is a step, moves down onto it. */
  #landing(lifted: number): Surface | null {
    const way = scaled(this.#settings.up, -lifted);
    const hit = this.#sweep(way);
    if (hit === null) return null;
    const surface = this.#surfaceAt(hit);
    if (this.#isStep(surface)) this.#moveTowards(hit, way);
    return surface;
  }

  #isStep(surface: Surface): boolean {
    return this.#isStandable(surface) && !this.#isTooHigh(surface);
  }

  /** Whether the capsule may slide over a surface: ground, or an edge that is flat enough and no higher than a step. */
  #isWalkable(surface: Surface): boolean {
    if (surface.kind !== 'ledge') return surface.kind === 'ground';
    return this.#isFlat(surface) && !this.#isTooHigh(surface);
  }

  /**
   * Whether the capsule can stand on a surface: on ground, or on an edge. An edge must be no higher than a step above the last ground.
   * Unless it is flat enough, it must also be no higher than a step above the capsule's own lowest point.
   */
  #isStandable(surface: Surface): boolean {
    const { up, radius } = this.#settings;
    if (surface.kind !== 'ledge') return surface.kind === 'ground';
    if (this.#isTooHigh(surface)) return false;
    return this.#isFlat(surface) || radius * (1 - along(surface.normal, up)) <= this.#highestStep;
  }

  #isFlat({ normal, point }: Surface): boolean {
    return isGroundSlope(normal, point, this.#settings);
  }

  /** Whether a surface is higher above the last ground, if there is one, than the highest step. */
  #isTooHigh({ point }: Surface): boolean {
    const footing = this.#footing;
    return footing !== null && along(add(point, footing, -1), this.#settings.up) > this.#highestStep;
  }

  #surfaceAt(contact: SceneContact): Surface {
    return surfaceAt(this.#scene, contact, this.#settings);
  }
}
