import {
  type BatchedMesh,
  BufferGeometry,
  type Camera,
  type LOD,
  type Material,
  Matrix4,
  type Mesh,
  Vector3,
} from 'three';
import { checkFinite, isObject, rangeError, typeError } from '../../primitives/check';
import { checkKind, checkNotNaN } from '../check';
import { OptionNames } from '../../primitives/optionNames';
import type { InstancesMesh } from './drawnInstances';

/**
 * A level of detail of an InstancedMesh: the `geometry` and material that an instance is drawn with from a distance on.
 * See {@link VisibleInstances}.
 */
export interface InstanceLevel {
  geometry: BufferGeometry;
  /** The material that the level is drawn with. The source's material by default. */
  material?: Material | Material[];
  /** The distance from the camera to the instance's own origin from which on the level is drawn, as in `LOD`. */
  distance: number;
  /** The share of `distance` by which an instance must come nearer to leave the level again, as in `LOD`. 0 by default. */
  hysteresis?: number;
}

/**
 * A level of a BatchedMesh: the geometry that instances with the geometry `of` are drawn with from a distance on. See
 * {@link VisibleInstances}.
 */
export interface BatchLevel {
  /** The number, in the batch, of the geometry of those instances to which this level of detail applies. */
  of: number;
  /** The number, in the batch, of the geometry that this level of detail draws from `distance` on. */
  geometryId: number;
  /** The distance from the camera to the instance's own origin from which on the level is drawn, as in `LOD`. */
  distance: number;
  /** The share of `distance` by which an instance must come nearer to leave the level again, as in `LOD`. 0 by default. */
  hysteresis?: number;
}

/** The levels of detail of {@link VisibleInstances}, by distance. */
export type InstanceLevels = LOD | readonly InstanceLevel[] | readonly BatchLevel[];

/** A level of detail of an InstancedMesh. Without a geometry, the level draws the source's geometry. */
export type DrawnLevel = Partial<InstanceLevel> & Pick<InstanceLevel, 'distance'>;

/** A level of detail of a BatchedMesh. Without a `geometryId`, the level draws the geometry that an instance has. */
export type DrawnBatchLevel = Partial<BatchLevel> & Pick<BatchLevel, 'distance'>;

/** The levels of detail of a batch: for each geometry of instances, a list of levels in ascending order of distance. */
export type BatchLevels = ReadonlyMap<number, readonly DrawnBatchLevel[]>;

const INSTANCE_LEVEL = /* @__PURE__ */ new OptionNames<InstanceLevel>({
  geometry: true,
  material: true,
  distance: true,
  hysteresis: true,
});

const BATCH_LEVEL = /* @__PURE__ */ new OptionNames<BatchLevel>({
  of: true,
  geometryId: true,
  distance: true,
  hysteresis: true,
});

/** The most levels of detail besides level 0, as the level of an instance is stored in a byte. */
const MOST = 255;

const world = /* @__PURE__ */ new Matrix4();
const eye = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();

/** Returns a copy of a list of levels, so that the user's later changes have no effect. Returns an LOD itself. */
export function copyLevels(levels: InstanceLevels): InstanceLevels {
  if (!Array.isArray(levels)) return levels;
  return levels.map((level: InstanceLevel) => (isObject(level) ? { ...level } : level));
}

/** Returns the levels of detail of an LOD, or level 0 for the source and then the levels of a list. Sorted by distance. */
export function readLevels(levels: InstanceLevels): DrawnLevel[] {
  const expected = 'a LOD or a list of levels';
  if (isObject(levels) && 'isLOD' in levels) {
    checkCount(levels.levels.length, 1);
    return levels.levels.map(({ object, distance, hysteresis }) => {
      // A level of an LOD may be an object without a geometry, which draws nothing.
      const { geometry = new BufferGeometry(), material } = object as Partial<Mesh>;
      return { geometry, distance, hysteresis, ...(material && { material }) };
    });
  }
  const read = readList<InstanceLevel>(levels, expected, INSTANCE_LEVEL, ({ geometry }, name) => {
    checkKind(`${name}.geometry`, geometry, 'isBufferGeometry');
  });
  checkCount(read.length, 0);
  return [{ distance: 0 }, ...read];
}

/** Returns the levels of detail of a batch, by geometry of instances. Level 0 draws that geometry itself. */
export function readBatchLevels(levels: InstanceLevels, batch: BatchedMesh): BatchLevels {
  const byGeometry = new Map<number, DrawnBatchLevel[]>();
  const read = readList<BatchLevel>(levels, 'a list of levels', BATCH_LEVEL, (level, name) => {
    for (const field of ['of', 'geometryId'] as const) {
      checkGeometry(`${name}.${field}`, level[field], batch);
    }
  });
  for (const level of read) byGeometry.set(level.of, [...(byGeometry.get(level.of) ?? [{ distance: 0 }]), level]);
  for (const [of, own] of byGeometry) checkCount(own.length - 1, 0, ` of geometry ${of}`);
  return byGeometry;
}

function checkCount(count: number, least: number, ofWhat = ''): void {
  if (count < least || count > MOST) throw rangeError('options.levels', `${least} to ${MOST} levels${ofWhat}`, count);
}

function checkGeometry(name: string, geometryId: number, batch: BatchedMesh): void {
  checkFinite(name, geometryId);
  try {
    batch.getGeometryRangeAt(geometryId);
  } catch {
    throw rangeError(name, 'the number of a geometry of the batch', geometryId);
  }
}

/** Checks a list of levels of detail. Returns the levels sorted by distance. */
function readList<Level extends InstanceLevel | BatchLevel>(
  levels: InstanceLevels,
  expected: string,
  names: OptionNames<Level>,
  check: (level: Level, name: string) => void,
): Level[] {
  if (!Array.isArray(levels)) throw typeError('options.levels', expected, levels);
  const read = levels.map((level: Level, i) => {
    const name = `options.levels[${i}]`;
    names.check(name, level);
    const { distance, hysteresis = 0 } = level;
    check(level, name);
    checkNotNaN(`${name}.distance`, distance);
    checkNotNaN(`${name}.hysteresis`, hysteresis);
    return level;
  });
  return read.sort((a, b) => a.distance - b.distance);
}

/**
 * Computes the level of detail of each of the given instances by its distance from the camera, and writes it to `levelOf`.
 *
 * @param levelsOf returns the levels of an instance; undefined if the instance has none.
 * @param levelOf by instance number, the level at which the instance was last drawn.
 */
export function findLevels(
  ids: readonly number[],
  source: InstancesMesh,
  camera: Camera & { readonly zoom?: number },
  levelsOf: (id: number) => readonly (DrawnLevel | DrawnBatchLevel)[] | undefined,
  levelOf: Uint8Array,
): void {
  eye.setFromMatrixPosition(camera.matrixWorld);
  for (const id of ids) {
    const levels = levelsOf(id);
    if (levels === undefined) continue;
    source.getMatrixAt(id, world);
    world.premultiply(source.matrixWorld);
    const distance = eye.distanceTo(place.setFromMatrixPosition(world)) / (camera.zoom ?? 1);
    levelOf[id] = levelAt(levels, distance, levelOf[id]);
  }
}

/** Returns the number of the level of detail at a distance from the camera, by the formula of three.js's `LOD.update`. */
function levelAt(levels: readonly (DrawnLevel | DrawnBatchLevel)[], distance: number, current: number): number {
  let level = 0;
  while (level + 1 < levels.length) {
    const { distance: from, hysteresis = 0 } = levels[level + 1];
    if (distance < (level + 1 === current ? from - from * hysteresis : from)) break;
    level++;
  }
  return level;
}
