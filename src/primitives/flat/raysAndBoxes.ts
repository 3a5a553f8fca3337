import { OBB_STRIDE } from './boxLayout';
import { createRayBuffer } from './rayBuffer';
import { Reusable } from '../reusable';

/** A ray and a box as flat numbers. Each call has its own. */
export const raysAndBoxes = /* @__PURE__ */ new Reusable(() => ({
  ray: createRayBuffer(),
  box: new Float64Array(OBB_STRIDE),
}));
