import { BoxScene } from 'slabtree';
import type { SceneMeasure } from '../bvh/margins/sceneMeasure';
import { INTERNALS } from '../scene/internals';

/**
 * The bytes of a scene whose box i holds tile i. It has the measure of the whole, grown to cover these boxes.
 *
 * @param bounds 6 numbers a tile: min x y z, max x y z.
 */
export function indexScene(bounds: Float64Array, measure: SceneMeasure, backend: 'auto' | 'js' | 'wasm'): Uint8Array {
  const scene = new BoxScene({ backend });
  const boxes = bounds.slice();
  for (let i = 0; i < boxes.length; i++) {
    // A box has finite numbers: the largest ones stand for bounds without an end.
    if (Math.abs(boxes[i]) === Infinity) boxes[i] = Math.sign(boxes[i]) * Number.MAX_VALUE;
  }
  scene.addAabbs(boxes);
  return scene[INTERNALS].serializeWithin(grownMeasure(measure, boxes));
}

/** A measure that covers more AABBs. */
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
