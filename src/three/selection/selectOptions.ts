import type { Object3D, RaycasterParameters } from 'three';
import { checkNumber, show } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import { checkBoolean, checkObject, rangeError } from '../check';
import type { Clipping } from '../rays/clipping';
import { type RayChoice, readRayOptions } from '../rays/raycastOptions';

/** What an area selects. */
export interface SceneSelectOptions {
  /** `'crossing'`, the default, selects what the area touches; `'window'` selects what is wholly in it. */
  mode?: 'crossing' | 'window';
  /** False by default: an object is its box. If true, it is its triangles, segments or points. */
  precise?: boolean;
  /**
   * Leaves out what is hidden behind meshes: it selects only what a ray hits before a mesh, and the mesh itself, at one of many
   * places of the area. Lines, points and sprites hide nothing. False by default.
   */
  seenOnly?: boolean;
  /** For `seenOnly`, how far apart these places are at most, in pixels; 4 by default. */
  step?: number;
  /**
   * For `seenOnly` with `precise: true`, how near to a line or a point a ray must be to hit it: the `params` of a Raycaster, or
   * some of them, such as `{ Points: { threshold: 0.1 } }`. By default, those of three.js: 1 unit of the world.
   */
  params?: Partial<RaycasterParameters>;
  /** Return false to leave an object, or one of its instances, out. It still hides what is behind it. */
  filter?: (object: Object3D, instanceId: number | undefined) => boolean;
  /** Selects only this object and what is below it: nothing outside the root of the index. */
  within?: Object3D;
  /** What is cut away does not count. {@link SceneIndex.clipping} by default; null cuts nothing away. */
  clipping?: Clipping | null;
}

/** A checked copy of the options, or their defaults. */
export interface SelectChoice extends RayChoice {
  readonly isWindow: boolean;
  /** How far apart the places are where rays ask what is seen, in pixels. 0 if what is hidden counts too. */
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

const modes: readonly string[] = ['crossing', 'window'];

export function readSelectOptions(options: SceneSelectOptions, defaults: RayChoice): SelectChoice {
  const choice = readRayOptions(options, SELECT_OPTIONS, defaults);
  const { mode = 'crossing', seenOnly = false, step = 4, params = {} } = options;
  if (!modes.includes(mode)) throw rangeError('options.mode', "'crossing' or 'window'", show(mode));
  checkBoolean('options.seenOnly', seenOnly);
  checkNumber('options.step', step);
  if (!(step > 0)) throw rangeError('options.step', 'greater than 0', step);
  checkObject('options.params', params, 'the params of a Raycaster');
  return { ...choice, isWindow: mode === 'window', step: seenOnly ? step : 0, params };
}
