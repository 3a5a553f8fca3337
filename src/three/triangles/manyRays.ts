import type { FloatArray, ManyTriangleHits, RaycastManyOptions } from 'slabtree';
import type { Layers } from 'three';
import { OptionNames } from '../../primitives/optionNames';
import { checkObject, show } from '../../primitives/check';

/** The options of {@link SceneIndex.raycastMany}: which hits count, the same for all rays. */
export interface SceneRaycastManyOptions extends Pick<RaycastManyOptions, 'tMin' | 'tMax'> {
  /** Which sides of triangles are hit: `'drawn'`, the default, for the sides that the materials draw, or `'both'`. */
  side?: 'drawn' | 'both';
  /** Only objects on one of these layers are hit. By default, layers do not matter. */
  layers?: Layers;
}

/**
 * Threads that cast many rays by `raycastMany`: a `RaycastPool` of `slabtree/workers`. See
 * {@link SceneIndex.raycastManyAsync}.
 */
export interface RayPool {
  /** Returns a promise of the closest hit of each of many rays, with the triangles that are hit. */
  raycastMany(rays: FloatArray, options: RaycastManyOptions & { triangles: true }): Promise<ManyTriangleHits>;
}

const MANY_OPTIONS = /* @__PURE__ */ new OptionNames<SceneRaycastManyOptions>({
  tMin: true,
  tMax: true,
  side: true,
  layers: true,
});

const SIDES = /* @__PURE__ */ new Set<unknown>(['drawn', 'both']);

/** Returns the options as the core takes them. The core checks the values that it has an option for. */
export function readManyOptions(options: SceneRaycastManyOptions): RaycastManyOptions & { triangles: true } {
  MANY_OPTIONS.check('options', options);
  const { layers, side = 'drawn', ...range } = options;
  if (!SIDES.has(side)) throw new RangeError(`options.side must be 'drawn' or 'both', got ${show(side)}`);
  // In the scene, each drawn side is the front of a triangle.
  const choice = { ...range, side: side === 'drawn' ? 'front' : 'both', triangles: true } as const;
  if (layers === undefined) return choice;
  checkObject('options.layers', layers, 'three.js Layers', 'mask');
  return { ...choice, mask: layers.mask };
}

export function checkPool(pool: RayPool): void {
  checkObject('pool', pool, 'a RaycastPool of index.triangles', 'raycastMany');
}
