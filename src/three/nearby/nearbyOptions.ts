import type { Layers, Object3D, Vector3 } from 'three';
import { checkBoolean, checkFunction, checkNumber, checkObject, rangeError } from '../../primitives/check';
import { checkKind } from '../check';
import { OptionNames } from '../../primitives/optionNames';
import type { IndexedObject } from '../boxes/objectsById';

/** The options of {@link SceneIndex.overlap}: which objects and instances it finds. */
export interface SceneOverlapOptions {
  /**
   * True by default: an object or instance counts as the triangles, segments or points that it draws. If false, it counts as its
   * box. Objects whose triangles are not known, such as sprites, wide lines and objects with bounds of their own, always count as
   * their boxes.
   */
  precise?: boolean;
  /** Called for objects and instances that may be found, in no particular order. Return false to leave one out. */
  filter?: (object: Object3D, instanceId: number | undefined) => boolean;
  /** Only this object and objects below it are found. If it is not below the root of the index, nothing is found. */
  within?: Object3D;
  /** Only objects on one of these layers are found. By default, layers do not matter. */
  layers?: Layers;
}

/** The options of {@link SceneIndex.nearest}: how many objects and instances it finds, and which. */
export interface SceneNearestOptions extends SceneOverlapOptions {
  /** The most objects and instances to find: an integer of 1 or more, or Infinity for all. 1 by default. */
  count?: number;
  /** The greatest distance at which an object or instance is found, in world units, 0 or more. Infinity by default. */
  maxDistance?: number;
}

/** An object or instance that overlaps a shape: see {@link SceneIndex.overlap}. */
export interface SceneOverlap extends IndexedObject {
  /** The numbers of the triangles that overlap the shape, in order: `faceIndex` of an `Intersection`. Empty if there are none. */
  faces: number[];
  /** The numbers of the points or segments that overlap the shape, in order: `index` of an `Intersection`. */
  indices: number[];
}

/**
 * An object or instance near a shape: see {@link SceneIndex.nearest}. The fields are named as in three.js's
 * `Intersection`.
 */
export interface SceneNeighbor extends IndexedObject {
  /** The distance from the shape, in world units. 0 if the shape touches a triangle, or a box that counts. */
  distance: number;
  /** The place of the object or instance that is nearest to the shape, in the world. */
  point: Vector3;
  /** The number of the nearest triangle. Undefined for lines, points and boxes. */
  faceIndex?: number;
  /** The number of the nearest point or segment. Undefined for triangles and boxes. */
  index?: number;
}

/** A checked copy of the options of `SceneIndex.overlap`, with their defaults. */
export interface OverlapChoice {
  readonly isPrecise: boolean;
  readonly filter: SceneOverlapOptions['filter'];
  /** Null for all objects. */
  readonly within: Object3D | null;
  /** The bit mask of the option `layers`. Undefined if layers do not matter. */
  readonly mask: number | undefined;
}

/** A checked copy of the options of `SceneIndex.nearest`, with their defaults. */
export interface NearestChoice extends OverlapChoice {
  readonly count: number;
  readonly maxDistance: number;
}

const OVERLAP_NAMES = { precise: true, filter: true, within: true, layers: true } as const;
const OVERLAP_OPTIONS = /* @__PURE__ */ new OptionNames<SceneOverlapOptions>(OVERLAP_NAMES);
const NEAREST_OPTIONS = /* @__PURE__ */ new OptionNames<SceneNearestOptions>({
  ...OVERLAP_NAMES,
  count: true,
  maxDistance: true,
});

export function readOverlapOptions(options: SceneOverlapOptions): OverlapChoice {
  OVERLAP_OPTIONS.check('options', options);
  return readChoice(options);
}

export function readNearestOptions(options: SceneNearestOptions): NearestChoice {
  NEAREST_OPTIONS.check('options', options);
  const { count = 1, maxDistance = Infinity } = options;
  checkNumber('options.count', count);
  if (!(count >= 1 && (Number.isInteger(count) || count === Infinity))) {
    throw rangeError('options.count', 'an integer of 1 or more, or Infinity for all', count);
  }
  checkNumber('options.maxDistance', maxDistance);
  if (!(maxDistance >= 0)) throw rangeError('options.maxDistance', '0 or more', maxDistance);
  return { ...readChoice(options), count, maxDistance };
}

function readChoice({ precise = true, filter, within, layers }: SceneOverlapOptions): OverlapChoice {
  checkBoolean('options.precise', precise);
  if (filter !== undefined) checkFunction('options.filter', filter);
  if (within !== undefined) checkKind('options.within', within, 'isObject3D');
  if (layers !== undefined) checkObject('options.layers', layers, 'three.js Layers', 'mask');
  return { isPrecise: precise, filter, within: within ?? null, mask: layers?.mask };
}
