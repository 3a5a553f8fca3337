import { cullByPlanes } from './cullByPlanes';
import { nearest } from './nearest';
import { overlap } from './overlap';
import { pairs } from './pairs';
import { raycast } from './raycast';
import { raycastAny } from './raycastAny';
import { raycastMany } from './raycastMany';
import { splitByPlane } from './splitByPlane';

/** What a tree can be asked, in JavaScript. The kernel has each once more: see backend/wasmBackend.ts. */
export const queries = {
  raycast,
  raycastAny,
  raycastMany,
  nearest,
  splitByPlane,
  cullByPlanes,
  overlap,
  pairs,
};

export type Queries = typeof queries;
