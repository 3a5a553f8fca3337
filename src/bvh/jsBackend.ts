import { createRayBuffer } from '../primitives/rayBuffer';
import type { Backend } from './backend';
import { buildSah } from './buildSah';
import { cullByPlanes } from './cullByPlanes';
import { HeapMemory } from './memory';
import { raycast } from './raycast';
import { raycastAny } from './raycastAny';
import { raycastMany } from './raycastMany';
import { refit } from './refit';
import { splitByPlane } from './splitByPlane';

/** All operations in JavaScript. */
export class JsBackend implements Backend {
  readonly name = 'js';
  readonly memory = new HeapMemory();
  readonly ray = createRayBuffer();
  readonly build = buildSah;
  readonly refit = refit;
  readonly raycast = raycast;
  readonly raycastAny = raycastAny;
  readonly splitByPlane = splitByPlane;
  readonly cullByPlanes = cullByPlanes;
  readonly raycastMany: Backend['raycastMany'] = (tree, rays, range, selection, ids, ts, checkRays) => {
    checkRays();
    raycastMany(tree, rays, range, selection, ids, ts);
  };
}
