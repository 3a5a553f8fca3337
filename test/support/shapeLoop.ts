/** The plain loops over the one-pair functions for shapes, to compare the answers of scenes with. */
import {
  closestPoint,
  closestPointOnTriangle,
  closestPoints,
  contact,
  type ContactsOptions,
  type NearestOptions,
  type Neighbor,
  overlaps,
  type SceneContact,
  type Shape,
  sweep,
  type SweepHit,
  type SweepOptions,
  type Vec3,
} from 'slabtree';
import { convexShape, coreOf, shapeKinds } from './convexShapes';
import { asBoxes, type LoopInstance, type MeshLoop, seenBy, worldTriangles } from './meshLoop';
import { type MeshScenes, pointAmong as pointOfTriangles } from './meshScenes';
import { pointAmong as pointOfBoxes } from './points';
import type { Random } from './random';
import { boxOf } from './shapes';
import { each, type Triple, vec } from './triple';

/** A box of the loop, whose triangle is -1, or a triangle of an instance. */
interface Thing {
  readonly id: number;
  readonly triangle: number;
  readonly shape: Shape;
  /** Whether the corners of the triangle go round the other way in the world. */
  readonly isMirrored: boolean;
}

interface Seen {
  readonly mask?: number;
  readonly boxesOnly?: boolean;
  readonly filter?: (id: number, triangle: number) => boolean;
}

/** All boxes and triangles that a query sees, in the order of ids and triangles. */
function thingsOf(loop: MeshLoop, { mask, boxesOnly = false, filter }: Seen): Thing[] {
  const seen = seenBy(loop, mask);
  const things: Thing[] = [];
  for (const [id, box] of boxesOnly ? asBoxes(seen) : seen.boxes) {
    things.push({ id, triangle: -1, shape: boxOf(box), isMirrored: false });
  }
  for (const [id, instance] of boxesOnly ? [] : seen.instances) {
    const isMirrored = determinantOf(instance) < 0;
    for (const [triangle, [a, b, c]] of worldTriangles(instance).entries()) {
      things.push({ id, triangle, shape: { a: vec(a), b: vec(b), c: vec(c) }, isMirrored });
    }
  }
  const wanted = filter === undefined ? things : things.filter(({ id, triangle }) => filter(id, triangle));
  return wanted.sort((a, b) => a.id - b.id || a.triangle - b.triangle);
}

function determinantOf({ matrix: [a, d, g, , b, e, h, , c, f, i] }: LoopInstance): number {
  return a * (e * i - h * f) + d * (h * c - b * i) + g * (b * f - e * c);
}

const OTHER_SIDE = { front: 'back', back: 'front', both: 'both' } as const;

/** All that a moving shape hits, in order. */
export function sweepsOf(loop: MeshLoop, shape: Shape, motion: Vec3, options: SweepOptions = {}): SweepHit[] {
  const { side = 'both', mask, filter, boxesOnly, ...rest } = options;
  const hits: SweepHit[] = [];
  const seen = { ...(mask !== undefined && { mask }), ...(filter && { filter }), boxesOnly: boxesOnly === true };
  for (const thing of thingsOf(loop, seen)) {
    const hit = sweep(shape, motion, thing.shape, { ...rest, side: thing.isMirrored ? OTHER_SIDE[side] : side });
    if (hit !== null) hits.push({ id: thing.id, triangle: thing.triangle, ...hit });
  }
  // Sorting keeps the order of ids and triangles among equal hits.
  return hits.sort((a, b) => a.t - b.t || (a.t === 0 ? b.depth - a.depth : 0));
}

export function contactsOf(loop: MeshLoop, shape: Shape, options: ContactsOptions = {}): SceneContact[] {
  const { within = 0, ...seen } = options;
  return thingsOf(loop, seen).flatMap(({ id, triangle, shape: other }) => {
    const found = contact(shape, other);
    return found.depth >= -within ? [{ id, triangle, ...found }] : [];
  });
}

/** For each box or instance that overlaps a shape the triangles that do. */
export function overlapOf(loop: MeshLoop, shape: Shape): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { id, triangle, shape: other } of thingsOf(loop, {})) {
    if (!overlaps(shape, other)) continue;
    const triangles = found.get(id) ?? [];
    if (triangle >= 0) triangles.push(triangle);
    found.set(id, triangles);
  }
  return found;
}

export function nearestTo(loop: MeshLoop, shape: Shape, options: NearestOptions = {}): Neighbor[] {
  const { count = 1, maxDistance = Infinity, mask, filter, boxesOnly = false } = options;
  const best = new Map<number, Neighbor>();
  for (const thing of thingsOf(loop, { ...(mask !== undefined && { mask }), ...(filter && { filter }), boxesOnly })) {
    const { id, triangle, shape: other } = thing;
    const { b: point, distance } = closestTo(shape, other);
    if (!(distance <= maxDistance) || distance >= (best.get(id)?.distance ?? Infinity)) continue;
    best.set(id, { id, triangle, distance, point });
  }
  return [...best.values()].sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, count);
}

/** The point nearest to a point that is inside another shape is the point itself. */
function closestTo(shape: Shape, other: Shape): { b: Vec3; distance: number } {
  const found = closestPoints(shape, other);
  const { points, radius } = coreOf(shape);
  const [first, last = first] = points;
  // A capsule without length and radius is a point, too.
  if (points.length > 2 || radius > 0 || first.some((value, k) => value !== last[k])) return found;
  const point = vec(first);
  const b = 'min' in other ? closestPoint(other, point) : 'c' in other ? closestPointOnTriangle(other, point) : point;
  return { b, distance: found.distance };
}

/** A point near a triangle of an instance, or near a box if there are no instances. */
function pointAmong(random: Random, made: MeshScenes): Triple {
  if (made.loop.instances.size > 0) return pointOfTriangles(random, made);
  return pointOfBoxes(random, [...made.loop.boxes.values()]);
}

/** A shape of any kind at or near a triangle or box of the scenes. */
export function shapeNear(random: Random, made: MeshScenes): Shape {
  const size = random.pick([1e-3, 0.1, 1, 1, 10]);
  return convexShape(random, random.pick(shapeKinds), pointAmong(random, made), size);
}

/** A motion along an axis, towards something, anywhere or nowhere, of all lengths. */
export function motionAmong(random: Random, made: MeshScenes, { x, y, z }: Vec3): Vec3 {
  const scale = random.pick([1, 1, 1, 0, 1e-6, 1e6, 0.3]);
  const target = pointAmong(random, made);
  const from = [x, y, z] as const;
  const way = random.pick([
    each((k) => target[k] - from[k]),
    each(() => random.pick([0, 0, 1, -1, 5, -5])),
    random.triple(-10, 10),
  ]);
  return vec(each((k) => Math.min(Math.max(scale * way[k], -1e300), 1e300)));
}

/** A point of a shape. */
export function pointOf(shape: Shape): Vec3 {
  if ('center' in shape) return shape.center;
  if ('a' in shape) return shape.a;
  if ('min' in shape) return shape.min;
  return shape;
}

export function sweepOptionsAmong(random: Random): SweepOptions {
  const options: SweepOptions = {};
  if (random.chance(0.3)) options.tMax = random.pick([0, 0.5, 2, 100, Infinity]);
  if (random.chance(0.2)) options.margin = random.pick([0, 1e-6, 0.1, 3]);
  if (random.chance(0.2)) options.ignoreStart = true;
  if (random.chance(0.2)) options.side = random.pick(['front', 'back', 'both']);
  if (random.chance(0.2)) options.mask = random.pick([1, 2, 0]);
  if (random.chance(0.2)) options.boxesOnly = true;
  if (random.chance(0.2)) options.filter = (id, triangle) => (id + triangle) % 3 !== 0;
  return options;
}
