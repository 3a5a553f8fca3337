import { BoxScene } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { INTERNALS } from '../../scene/internals';

/**
 * Returns a serialized scene whose box i has the bounds of tile i. The scene's measure is the measure of the whole scene, grown
 * to cover these boxes.
 *
 * @param bounds 6 numbers per tile: min x y z, max x y z.
 */
export function indexScene(bounds: Float64Array, measure: SceneMeasure, backend: 'auto' | 'js' | 'wasm'): Uint8Array {
  const scene = new BoxScene({ backend });
  const boxes = bounds.slice();
  for (let i = 0; i < boxes.length; i++) {
    // The numbers of a box must be finite, so the largest finite numbers replace the infinite bounds of a tile.
    if (Math.abs(boxes[i]) === Infinity) boxes[i] = Math.sign(boxes[i]) * Number.MAX_VALUE;
  }
  scene.addAabbs(boxes);
  return scene[INTERNALS].serializeWithin(grownMeasure(measure, boxes));
}

/** Returns the measure of a scene, grown so that it also covers the axis-aligned boxes in `boxes`. */
function grownMeasure(measure: SceneMeasure, boxes: Float64Array): SceneMeasure {
  const { origin } = measure;
  const extent = measure.extent.slice();
  const magnitude = measure.magnitude.slice();
  for (let i = 0; i < boxes.length; i++) {
    const k = i % 3;
    magnitude[k] = Math.max(magnitude[k], Math.abs(boxes[i]));
    extent[k] = Math.max(extent[k], Math.abs(boxes[i] - origin[k]));
  }
  return { ...measure, extent, magnitude };
}
