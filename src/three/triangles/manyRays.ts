import type { FloatArray, ManyTriangleHits, RaycastManyOptions } from 'slabtree';
import type { Layers } from 'three';
import { OptionNames } from '../../primitives/optionNames';
import { checkObject } from '../../primitives/check';

/** The options of {@link SceneIndex.raycastMany}: which hits count, the same for all rays. */
export interface SceneRaycastManyOptions extends Pick<RaycastManyOptions, 'tMin' | 'tMax' | 'side'> {
  /** Only objects on one of these layers are hit. By default, layers do not matter. */
  layers?: Layers;
}

/** Threads that cast many rays: a `RaycastPool` of `slabtree/workers`. */
export interface RayPool {
  raycastMany(rays: FloatArray, options: RaycastManyOptions & { triangles: true }): Promise<ManyTriangleHits>;
}

const MANY_OPTIONS = /* @__PURE__ */ new OptionNames<SceneRaycastManyOptions>({
  tMin: true,
  tMax: true,
  side: true,
  layers: true,
});

/** Returns the options as the core takes them. The core checks the values that it has an option for. */
export function readManyOptions(options: SceneRaycastManyOptions): RaycastManyOptions & { triangles: true } {
  MANY_OPTIONS.check('options', options);
  const { layers, ...others } = options;
  if (layers === undefined) return { ...others, triangles: true };
  checkObject('options.layers', layers, 'three.js Layers', 'mask');
  return { ...others, mask: layers.mask, triangles: true };
}

export function checkPool(pool: RayPool): void {
  checkObject('pool', pool, 'a RaycastPool of index.triangles', 'raycastMany');
}
