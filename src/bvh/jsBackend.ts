import { createRayBuffer, type RayBuffer } from '../primitives/rayBuffer';
import type { Backend } from './backend';
import { buildSah } from './buildSah';
import { cullByPlanes } from './cullByPlanes';
import { HeapMemory } from './memory';
import { raycast } from './raycast';
import { raycastAny } from './raycastAny';
import { raycastMany } from './raycastMany';
import type { RaySelection } from './raySelection';
import { refit } from './refit';
import { splitByPlane } from './splitByPlane';
import type { Tree } from './tree';

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

  raycastMany(
    tree: Tree,
    rays: Float32Array | Float64Array,
    range: RayBuffer,
    selection: RaySelection,
    ids: Int32Array,
    ts: Float64Array,
    checkRays: () => void,
  ): void {
    checkRays();
    raycastMany(tree, rays, range, selection, ids, ts);
  }
}
