import type { FoundContact } from '../../bvh/query/contacts';
import type { SweptThing } from '../../bvh/query/sweep';
import { isObject, show } from '../../primitives/check';
import type { Contact } from '../../primitives/query/contact';
import type { MetFeature } from '../../primitives/query/metFeature';
import type { Sweep } from '../../primitives/query/sweep';
import { lengthOfPart, type Vec3 } from '../../primitives/shapes/vec3';

/**
 * Where a moving shape first touches a box of the scene, or a triangle of an instance: the answer of
 * {@link BoxScene.sweep}. `normal` goes out of the box or the triangle.
 */
export interface SweepHit extends Sweep {
  /** The id of the box or of the instance that the shape hits. */
  id: number;
  /** The number of the triangle in its mesh, from 0, in the order given to `addMesh`. -1 if the shape hits a box. */
  triangle: number;
}

/**
 * Where a shape touches, overlaps or comes close to a box of the scene, or a triangle of an instance: see
 * {@link BoxScene.contacts}.
 */
export interface SceneContact extends Contact {
  /** The id of the box or of the instance. */
  id: number;
  /** The number of the triangle in its mesh. -1 for a box. */
  triangle: number;
}

/** The first hits of many moving shapes, in the order of the shapes: the answer of {@link BoxScene.sweepMany}. */
export interface ManySweeps {
  /** For each shape the id of the box that it hits, or -1 if it hits nothing. */
  ids: Int32Array;
  /** For each shape the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
  /** For each shape the number of the triangle that it hits, or -1 if it hits a box or nothing. */
  triangles: Int32Array;
}

/** The features that many moving shapes hit: what {@link BoxScene.sweepMany} adds to its answer with `features`. */
export interface ManyFeatures {
  /**
   * For each shape how many dimensions the feature that it hits has: 2 for a face, 1 for an edge, 0 for a vertex. -1 if it hits
   * nothing.
   */
  features: Int32Array;
  /** For each shape the `faceNormal` of its hit, 3 numbers: x, y, z. Zeros if it hits nothing. */
  faceNormals: Float64Array;
}

/** The caller's hit for the answer, and its three vectors, read once: a getter may return other vectors the next time. */
export interface SweepTarget {
  readonly hit: SweepHit;
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly faceNormal: Vec3;
}

const NUMBERS = ['id', 'triangle', 't', 'distance', 'depth'] as const;
const AXES = ['x', 'y', 'z'] as const;

/**
 * Checks the caller's hit before a query writes its answer to it. Writes every field back unchanged: a field that is frozen
 * or has only a getter then throws before any field has changed.
 */
export function readSweepTarget(hit: SweepHit): SweepTarget {
  if (!isObject(hit)) reject(hit);
  const { point, normal, faceNormal, startsOverlapping, feature } = hit;
  if (!isObject(point) || !isObject(normal) || !isObject(faceNormal)) reject(hit);
  if (point === normal || point === faceNormal || normal === faceNormal) reject(hit);
  if (typeof startsOverlapping !== 'boolean' || typeof feature !== 'string') reject(hit);
  try {
    for (const name of NUMBERS) writeBack(hit, name);
    for (const axis of AXES) writeBack(point, axis);
    for (const axis of AXES) writeBack(normal, axis);
    for (const axis of AXES) writeBack(faceNormal, axis);
    hit.startsOverlapping = startsOverlapping;
    hit.feature = feature;
  } catch (cause) {
    throw new TypeError('options.into must be a hit of a sweep whose parts can be written, got one that is read-only', {
      cause,
    });
  }
  for (const name of NUMBERS) if (typeof hit[name] !== 'number') reject(hit);
  for (const axis of AXES) {
    if (typeof point[axis] !== 'number' || typeof normal[axis] !== 'number') reject(hit);
    if (typeof faceNormal[axis] !== 'number') reject(hit);
  }
  return { hit, point, normal, faceNormal };
}

function writeBack<Key extends string>(object: Record<Key, number>, key: Key): void {
  const value = object[key];
  object[key] = value;
}

function reject(hit: unknown): never {
  throw new TypeError(
    `options.into must be a hit of a sweep { id, triangle, t, distance, point, normal, startsOverlapping, depth, feature, faceNormal } with three vectors { x, y, z }, got ${show(hit)}`,
  );
}

/**
 * Writes what a moving shape hits to a target, or to a new hit if there is no target.
 *
 * @param way the whole motion.
 * @param met working space.
 */
export function writeSweepHit(
  thing: SweptThing,
  way: Float64Array,
  met: MetFeature,
  target: SweepTarget | null,
): SweepHit {
  const { id, triangle, t, startsOverlapping, contact } = thing;
  const depth = thing.depth + 0;
  const distance = lengthOfPart(t, way[0], way[1], way[2]);
  findFeature(thing, way, met);
  const { name: feature, faceNormal: face } = met;
  if (target === null) {
    const point = { x: contact[0] + 0, y: contact[1] + 0, z: contact[2] + 0 };
    const normal = { x: contact[3] + 0, y: contact[4] + 0, z: contact[5] + 0 };
    const faceNormal = { x: face[0], y: face[1], z: face[2] };
    return { id, triangle, t, distance, point, normal, startsOverlapping, depth, feature, faceNormal };
  }
  const { hit, point, normal, faceNormal } = target;
  hit.id = id;
  hit.triangle = triangle;
  hit.t = t;
  hit.distance = distance;
  hit.startsOverlapping = startsOverlapping;
  hit.depth = depth;
  hit.feature = feature;
  point.x = contact[0] + 0;
  point.y = contact[1] + 0;
  point.z = contact[2] + 0;
  normal.x = contact[3] + 0;
  normal.y = contact[4] + 0;
  normal.z = contact[5] + 0;
  faceNormal.x = face[0];
  faceNormal.y = face[1];
  faceNormal.z = face[2];
  return hit;
}

/** Finds the feature that a moving shape hits. At t 0, it is that of the contact, whatever the motion. */
export function findFeature({ t, other, contact }: SweptThing, way: Float64Array, met: MetFeature): void {
  met.find(other, contact, t > 0 ? way : null);
}

export function contactOfScene(found: FoundContact): SceneContact {
  return {
    id: found.id,
    triangle: found.triangle,
    point: { x: found.x + 0, y: found.y + 0, z: found.z + 0 },
    normal: { x: found.normalX + 0, y: found.normalY + 0, z: found.normalZ + 0 },
    depth: found.depth + 0,
    feature: found.feature,
    faceNormal: { x: found.faceX, y: found.faceY, z: found.faceZ },
  };
}
