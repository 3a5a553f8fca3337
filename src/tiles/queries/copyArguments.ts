import type {
  ContactsOptions,
  MaskOption,
  NearestOptions,
  OverlapOptions,
  PickOptions,
  Plane,
  ProgressOptions,
  Ray,
  RaycastManyOptions,
  RaycastOptions,
  Shape,
  SweepOptions,
  Vec3,
} from 'slabtree';
import { NEAREST_NAMES, readMask } from '../../scene/arguments/queryOptions';
import { PROGRESS_NAMES } from '../../scene/arguments/progressOptions';
import { MEETING_NAMES, readSweepOptions, SWEEP_NAMES, type SweepSettings } from '../../scene/arguments/shapeOptions';
import { RAYCAST_NAMES } from '../../scene/arguments/raycastOptions';
import { OptionNames } from '../../primitives/optionNames';
import { ConvexShape } from '../../primitives/flat/convexShape';
import { createRayBuffer, readRay } from '../../primitives/flat/rayBuffer';
import { readConvexShape } from '../../primitives/flat/readConvexShape';
import { copyShape as copyOfShape } from '../../primitives/shapes/copyShape';
import { notPlanes, readPlane } from '../../primitives/shapes/plane';
import { readVec3 } from '../../primitives/shapes/vec3';

/** Holds the numbers of one ray between `readRay` and the copy of the ray. No code of the user runs in between. */
const holder = { ray: /* @__PURE__ */ createRayBuffer() };
/** Copied shapes are read into this one, only to check them. */
const checkedShape = /* @__PURE__ */ new ConvexShape();

const RAYCAST = { ...RAYCAST_NAMES, ...PROGRESS_NAMES };

export const RAYCAST_OPTIONS = /* @__PURE__ */ new OptionNames<RaycastOptions & ProgressOptions>(RAYCAST);
export const RAYCAST_MANY_OPTIONS = /* @__PURE__ */ new OptionNames<
  Omit<RaycastManyOptions, 'fronts'> & ProgressOptions
>({
  ...RAYCAST,
  triangles: true,
});
export const PICK_OPTIONS = /* @__PURE__ */ new OptionNames<Omit<PickOptions, 'into'> & ProgressOptions>({
  ...RAYCAST,
  clipSpace: true,
});
export const NEAREST_OPTIONS = /* @__PURE__ */ new OptionNames<Omit<NearestOptions, 'signed'> & ProgressOptions>({
  ...NEAREST_NAMES,
  ...PROGRESS_NAMES,
});
const MASK_OPTIONS = /* @__PURE__ */ new OptionNames<MaskOption & ProgressOptions>({ ...PROGRESS_NAMES, mask: true });
export const OVERLAP_OPTIONS = /* @__PURE__ */ new OptionNames<OverlapOptions & ProgressOptions>({
  ...PROGRESS_NAMES,
  mask: true,
  boxesOnly: true,
});

/** Returns a checked copy of a ray. Queries copy all arguments, as the user may change them before all tiles are loaded. */
export function copyRay(ray: Ray): Ray {
  readRay('ray', ray, holder);
  const { ray: numbers } = holder;
  return {
    origin: { x: numbers[0], y: numbers[1], z: numbers[2] },
    direction: { x: numbers[3], y: numbers[4], z: numbers[5] },
  };
}

const SWEEP_OPTIONS = /* @__PURE__ */ new OptionNames<SweepOptions & ProgressOptions>({
  ...SWEEP_NAMES,
  ...PROGRESS_NAMES,
});
export const CONTACTS_OPTIONS = /* @__PURE__ */ new OptionNames<ContactsOptions & ProgressOptions>({
  ...MEETING_NAMES,
  ...PROGRESS_NAMES,
  within: true,
});

export function copyMaskOption(options: MaskOption): MaskOption {
  MASK_OPTIONS.check('options', options);
  const mask = readMask(options);
  return mask === undefined ? {} : { mask };
}

export function copyPlane(name: string, plane: Plane): Plane {
  const { normal, constant } = readPlane(name, plane);
  return { normal: { x: normal.x, y: normal.y, z: normal.z }, constant };
}

export function copyPlanes(planes: readonly Plane[]): Plane[] {
  const given: unknown = planes;
  if (!Array.isArray(given)) throw notPlanes(given);
  const { length } = planes;
  return Array.from({ length }, (_, i) => copyPlane(`planes[${i}]`, planes[i]));
}

export function copyShape(shape: Shape): Shape {
  const copy = copyOfShape('shape', shape);
  readConvexShape('shape', copy, checkedShape);
  return copy;
}

/** A shape, its motion, and what of it counts. */
export interface Swept {
  readonly shape: Shape;
  readonly motion: Vec3;
  readonly settings: SweepSettings;
}

/** Returns a checked copy of the arguments of a sweep. */
export function copySwept(shape: Shape, motion: Vec3, options: SweepOptions & ProgressOptions): Swept {
  const copy = copyShape(shape);
  const { x, y, z } = readVec3('motion', motion);
  return { shape: copy, motion: { x, y, z }, settings: readSweepOptions(options, SWEEP_OPTIONS) };
}
