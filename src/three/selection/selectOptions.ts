import type { Object3D, RaycasterParameters } from 'three';
import { checkBoolean, checkNumber, checkObject, rangeError, show } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import type { Clipping } from '../rays/clipping';
import { type RayChoice, readRayOptions } from '../rays/raycastOptions';

/** The options of {@link SceneIndex.select}: which objects of an area are selected. */
export interface SceneSelectOptions {
  /** `'crossing'`, the default, selects objects that the area touches; `'window'` selects objects that are wholly in it. */
  mode?: 'crossing' | 'window';
  /** False by default: each object counts as its box. If true, an object counts as its triangles, segments or points. */
  precise?: boolean;
  /**
   * Whether objects that are hidden behind meshes are left out. If true, a grid of rays is cast through the area, and an object
   * is selected only if a ray hits it, up to and including the first mesh. Lines, points and sprites hide nothing. False by
   * default.
   */
  seenOnly?: boolean;
  /** For `seenOnly`, the largest distance between neighbouring rays, in pixels; 4 by default. */
  step?: number;
  /**
   * For `seenOnly` with `precise: true`, how near to a line or a point a ray must pass to hit it: `params` of a Raycaster, such
   * as `{ Points: { threshold: 0.1 } }`. By default, three.js's thresholds: 1 world unit.
   */
  params?: Partial<RaycasterParameters>;
  /** If it returns false, `select` leaves out an object or instance, which still hides objects behind it. */
  filter?: (object: Object3D, instanceId: number | undefined) => boolean;
  /** Only this object and objects below it are selected. If it is not below the root of the index, nothing is selected. */
  within?: Object3D;
  /** Clipped parts of objects are not selected. {@link SceneIndex.clipping} by default; null clips nothing. */
  clipping?: Clipping | null;
}

/** A checked copy of the options of `SceneIndex.select`, with their defaults. */
export interface SelectChoice extends RayChoice {
  readonly isWindow: boolean;
  /** The largest distance between neighbouring rays of the option `seenOnly`, in pixels. 0 if hidden objects count too. */
  readonly step: number;
  readonly params: Partial<RaycasterParameters>;
}

const SELECT_OPTIONS = /* @__PURE__ */ new OptionNames<SceneSelectOptions>({
  mode: true,
  precise: true,
  seenOnly: true,
  step: true,
  params: true,
  filter: true,
  within: true,
  clipping: true,
});

const MODES: readonly string[] = ['crossing', 'window'];

export function readSelectOptions(options: SceneSelectOptions, defaults: RayChoice): SelectChoice {
  const choice = readRayOptions(options, SELECT_OPTIONS, defaults);
  const { mode = 'crossing', seenOnly = false, step = 4, params = {} } = options;
  if (!MODES.includes(mode)) throw rangeError('options.mode', "'crossing' or 'window'", show(mode));
  checkBoolean('options.seenOnly', seenOnly);
  checkNumber('options.step', step);
  if (!(step > 0)) throw rangeError('options.step', 'greater than 0', step);
  checkObject('options.params', params, 'the params of a Raycaster');
  return { ...choice, isWindow: mode === 'window', step: seenOnly ? step : 0, params };
}
