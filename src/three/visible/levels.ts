import { BufferGeometry, type LOD, type Material, type Mesh } from 'three';
import { checkOptions } from '../../primitives/check';
import { checkKind, checkNotNaN, checkObject, typeError } from '../check';

/** What is drawn of an instance from some distance on. */
export interface InstanceLevel {
  geometry: BufferGeometry;
  /** By default, that of the source. */
  material?: Material | Material[];
  /** From the camera to the instance's own origin, as in `LOD`. */
  distance: number;
  /** By which share of the distance an instance must come nearer to leave the level again, as in `LOD`. 0 by default. */
  hysteresis?: number;
}

/** A level with the geometry of the source, unless it has one. */
export type DrawnLevel = Partial<InstanceLevel> & Pick<InstanceLevel, 'distance'>;

/** The levels of a LOD; or the source as it is, and a list of levels after it. The first is for the smallest distance. */
export function readLevels(levels: LOD | readonly InstanceLevel[]): DrawnLevel[] {
  const expected = 'a LOD or a list of levels';
  checkObject('options.levels', levels, expected);
  if ('isLOD' in levels) {
    return levels.levels.map(({ object, distance, hysteresis }) => {
      // Nothing is drawn of an object without a geometry.
      const { geometry = new BufferGeometry(), material } = object as Partial<Mesh>;
      return { geometry, distance, hysteresis, ...(material && { material }) };
    });
  }
  if (!Array.isArray(levels)) throw typeError('options.levels', expected, levels);
  const read = levels.map((level: InstanceLevel, i) => {
    checkOptions(`options.levels[${i}]`, level);
    const { geometry, material, distance, hysteresis = 0 } = level;
    checkKind(`options.levels[${i}].geometry`, geometry, 'isBufferGeometry');
    checkNotNaN(`options.levels[${i}].distance`, distance);
    checkNotNaN(`options.levels[${i}].hysteresis`, hysteresis);
    return { geometry, distance, hysteresis, ...(material && { material }) };
  });
  return [{ distance: 0 }, ...read.sort((a, b) => a.distance - b.distance)];
}

/** The level of an instance, as `LOD.update` finds it. */
export function levelAt(levels: readonly DrawnLevel[], distance: number, current: number): number {
  let level = 0;
  while (level + 1 < levels.length) {
    const { distance: from, hysteresis = 0 } = levels[level + 1];
    if (distance < (level + 1 === current ? from - from * hysteresis : from)) break;
    level++;
  }
  return level;
}
