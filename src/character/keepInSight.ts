import type { ClipSpace, Matrix4, SweepHit, Vec3 } from 'slabtree';
import { isObject, show } from '../primitives/check';
import { checkClipSpace } from '../primitives/camera/clipSpace';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { readMatrix4 } from '../primitives/shapes/matrix4';
import { readVec3 } from '../primitives/shapes/vec3';
import { checkMargin, readSolid, type SolidOptions } from './moveOptions';
import { add, lengthOf } from './vectors';
import { checkScene, type WalkedScene } from './walkedScene';

/** Where a camera should be, its `position`, and how it sees: see {@link keepInSight}. */
export interface SightCamera {
  position: Vec3;
  /** The matrix of a perspective projection, right- or left-handed, column-major: `camera.projectionMatrix`. */
  projection: Matrix4;
}

/** Options of {@link keepInSight}: the gap to walls, and what is solid. */
export interface SightOptions extends SolidOptions {
  /** The gap that the camera's near plane keeps to walls, in world units, more than 0. A sixteenth of its reach by default. */
  margin?: number;
  /** The depths of the projection. `'opengl'` by default. */
  clipSpace?: ClipSpace;
}

/** The place from which a camera sees its target: the answer of {@link keepInSight}. */
export interface Sight {
  /** The position of the camera, in world space. */
  position: Vec3;
  /** The distance from the target, in world units. */
  distance: number;
  /** What holds the camera back, or null. */
  hit: SweepHit | null;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<SightOptions>({
  margin: true,
  clipSpace: true,
  mask: true,
  filter: true,
});

/**
 * Returns the place on the way from a target to a camera, the farthest from the target, from which nothing is between the camera
 * and the target. A sphere around the camera, which holds the corners of its near plane, touches nothing on the whole way. So the camera
 * does not see through walls, also not beside it.
 *
 * What the sphere overlaps at the target does not count if the way leads away from it.
 *
 * @param target what is looked at, in the open: the head of a character, for example.
 * @throws TypeError or RangeError if an argument is not valid, or the projection is not a perspective one.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabb({ min: { x: -9, y: 0, z: 4 }, max: { x: 9, y: 3, z: 5 } }); // a wall
 * const head = { x: 0, y: 1.5, z: 0 };
 * const wish = { x: 0, y: 1.5, z: 8 }; // behind the wall
 * const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0]; // camera.projectionMatrix
 * const { position, hit } = keepInSight(scene, head, { position: wish, projection });
 * position.z < 4; // → true
 * hit?.normal; // → { x: 0, y: 0, z: -1 }
 * ```
 */
export function keepInSight(
  scene: WalkedScene,
  target: Vec3,
  camera: SightCamera,
  options: SightOptions = NO_OPTIONS,
): Sight {
  checkScene(scene);
  const center = readVec3('target', target);
  if (!isObject(camera)) throw new TypeError(`camera must be { position, projection }, got ${show(camera)}`);
  const wish = readVec3('camera.position', camera.position);
  OPTIONS.check('options', options);
  const { clipSpace = 'opengl' } = options;
  checkClipSpace('options.clipSpace', clipSpace);
  const radius = nearReach(camera.projection, clipSpace);
  const { margin = radius / 16 } = options;
  checkMargin(margin);
  const way = add(wish, center, -1);
  const hit = scene.sweep({ center, radius }, way, { ...readSolid(options), margin, ignoreStart: true });
  if (hit === null) return { position: wish, distance: lengthOf(way), hit };
  return { position: add(center, way, hit.t), distance: hit.distance, hit };
}

/** Returns the distance from a camera to the farthest corner of its near plane. */
function nearReach(projection: Matrix4, clipSpace: ClipSpace): number {
  const m = new Float64Array(16);
  readMatrix4('camera.projection', projection, m);
  // The camera looks along m11·z, m11 being -1, or 1 if the view is left-handed. The depth at the distance d is
  // (m10·m11·d + m14) / d. It is the lowest depth at one plane, and the highest, 1, at the other. With reversed depth, the near plane
  // is the other one.
  const slope = m[10] * m[11];
  const lowest = m[14] / ((clipSpace === 'opengl' ? -1 : 0) - slope);
  const highest = m[14] / (1 - slope);
  const near = Math.min(...[lowest, highest].filter((distance) => distance > 0));
  const x = (near * (1 + Math.abs(m[8]))) / Math.abs(m[0]);
  const y = (near * (1 + Math.abs(m[9]))) / Math.abs(m[5]);
  const isPerspective = Math.abs(m[11]) === 1 && m[15] === 0;
  const reach = lengthOf({ x, y, z: near });
  if (isPerspective && Number.isFinite(reach)) return reach;
  throw new RangeError('camera.projection must be the matrix of a perspective projection, with a near plane');
}
