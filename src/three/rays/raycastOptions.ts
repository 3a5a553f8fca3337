import type { Intersection, Object3D, Raycaster } from 'three';
import { OptionNames } from '../../primitives/optionNames';
import { checkBoolean, checkFunction } from '../../primitives/check';
import { checkKind } from '../check';
import { checkClipping, type Clipping, isCutAway } from './clipping';

/** The options of {@link SceneIndex.raycast}: which hits of a ray count. */
export interface SceneRaycastOptions {
  /**
   * True by default: hits come from the objects' own `raycast`, as those of `Raycaster` do. With false, the boxes are hit, which
   * needs no trees over triangles. The hit of a box has `face: null`.
   */
  precise?: boolean;
  /**
   * Called for hits, in no particular order. Return false to leave a hit out. The filter may cast other rays at the index.
   *
   * @param instanceId the number of the instance, also of a BatchedMesh; undefined for an object without instances.
   * @param faceIndex the number of the triangle; undefined for a hit that has none, such as one of a box.
   */
  filter?: (object: Object3D, instanceId: number | undefined, faceIndex: number | undefined) => boolean;
  /** Only hits of this object and of objects below it count. If it is not below the root of the index, nothing is hit. */
  within?: Object3D;
  /** Cuts parts of objects away, which are then not hit. {@link SceneIndex.clipping} by default. Null cuts nothing away. */
  clipping?: Clipping | null;
}

/** The options of {@link SceneIndex.pick}: which hits of the pointer's ray count. */
export interface ScenePickOptions extends SceneRaycastOptions {
  /** Supplies `near`, `far`, `layers` and `params`, and receives the pointer's ray. By default, one with three.js's defaults. */
  raycaster?: Raycaster;
  /**
   * Whether only what the camera draws is hit, as `select` selects it: what is on one of the camera's layers, between its near and
   * its far plane, if the pointer is in the picture. What a `raycaster` leaves out stays out. False by default, as with
   * `Raycaster.setFromCamera`.
   *
   * If the camera's `near` is negative, the ray begins at the near plane. The `distance` of hits, and the `near` and `far` of a
   * `raycaster`, count from there.
   */
  inView?: boolean;
}

/** A checked copy of the options, or their defaults. */
export interface RayChoice {
  readonly isPrecise: boolean;
  readonly filter: SceneRaycastOptions['filter'];
  /** The object that `Raycaster.intersectObject` would be called with. */
  readonly top: Object3D;
  /** Whether the index holds nothing outside `top`. */
  readonly isEverything: boolean;
  readonly clipping: Clipping | null;
}

/** The options of `raycast` and `raycastAll`. */
export const RAYCAST_OPTIONS = /* @__PURE__ */ new OptionNames<SceneRaycastOptions>({
  precise: true,
  filter: true,
  within: true,
  clipping: true,
});

export const PICK_OPTIONS = /* @__PURE__ */ new OptionNames<ScenePickOptions>({
  precise: true,
  filter: true,
  within: true,
  clipping: true,
  raycaster: true,
  inView: true,
});

/** @param names of the options that the call takes. */
export function readRayOptions<Options extends SceneRaycastOptions>(
  options: Options,
  names: OptionNames<Options>,
  defaults: RayChoice,
): RayChoice {
  names.check('options', options);
  const { precise = defaults.isPrecise, filter, within, clipping } = options;
  checkBoolean('options.precise', precise);
  if (filter !== undefined) checkFunction('options.filter', filter);
  if (within !== undefined) checkKind('options.within', within, 'isObject3D');
  if (clipping === undefined) checkClipping('index.clipping', defaults.clipping);
  else checkClipping('options.clipping', clipping);
  const { top } = defaults;
  return {
    isPrecise: precise,
    filter,
    top: within ?? top,
    isEverything: within === undefined || within === top,
    clipping: clipping === undefined ? defaults.clipping : clipping,
  };
}

/** Whether a hit counts, as far as filter and clipping say. */
export function accepts({ filter, clipping }: RayChoice, hit: Intersection): boolean {
  if (clipping !== null && isCutAway(hit, clipping)) return false;
  return filter === undefined || filter(hit.object, hit.instanceId ?? hit.batchId, hit.faceIndex ?? undefined);
}
