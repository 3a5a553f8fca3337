import { readU64, viewOf } from './bytes';

/** Where a scene's header has these: see docs/format.md. */
const SCENE_BYTES_AT = 16;
const IDS_AT = 24;
const FREE_AT = 28;
/** The numbers of the measure. A file of tiles has them in the same place. */
export const MEASURE_AT = 56;
export const MEASURE_END = 152;

/**
 * What is wrong with the header of a scene that is a part of a file of tiles, beside what the core checks when it reads
 * the scene. Null if nothing is.
 */
export function findSceneFault(scene: Uint8Array, boxes: number): string | null {
  const view = viewOf(scene);
  const sceneBytes = readU64(view, SCENE_BYTES_AT);
  if (sceneBytes !== scene.length) return `its scene has ${sceneBytes} bytes, not ${scene.length}`;
  const ids = view.getUint32(IDS_AT, true);
  if (ids !== boxes) return `its scene has ${ids} ids, not ${boxes}`;
  if (view.getUint32(FREE_AT, true) !== 0) return 'its scene has free ids';
  return null;
}

/** The numbers of a scene's measure, as bytes. */
export function measureOf(scene: Uint8Array): Uint8Array {
  return scene.subarray(MEASURE_AT, MEASURE_END);
}

export function haveSameMeasure(scene: Uint8Array, measure: Uint8Array): boolean {
  return measureOf(scene).every((byte, i) => byte === measure[i]);
}
