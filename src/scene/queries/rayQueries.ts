import type { Backend } from '../../bvh/backend/backend';
import { raycastAll, writeFaceOf } from '../../bvh/query/raycast';
import { createRayBuffer } from '../../primitives/flat/rayBuffer';
import type { Ray } from '../../primitives/shapes/ray';
import {
  type Hit,
  type HitTarget,
  type ManyFronts,
  type ManyHits,
  type ManyTriangleHits,
  writeHit,
} from '../answers/hit';
import { checkRayNumbers } from '../arguments/checkNumbers';
import type { FloatArray } from '../arguments/floatArray';
import { type ManyRaysSettings, type RaySettings, writeSettings } from '../arguments/raycastOptions';
import type { SceneTree } from '../sceneTree';
import { RaySpaces } from './raySpace';

/** The scene's queries for what rays hit. The settings are checked. The ray is read last, so that no getter runs later. */
export class RayQueries {
  readonly spaces: RaySpaces;
  readonly #backend: Backend;
  readonly #tree: SceneTree;

  constructor(backend: Backend, tree: SceneTree) {
    this.spaces = new RaySpaces(backend.rayHolder);
    this.#backend = backend;
    this.#tree = tree;
  }

  raycast(ray: Ray, settings: RaySettings, target: HitTarget | null): Hit | null {
    const space = this.spaces.read(ray, settings);
    const { closest } = space;
    const tree = this.#tree.current();
    this.#backend.raycast(tree, space.ray, settings, closest);
    // The working space is given back after the hit is written, because a setter of the hit may cast another ray.
    const hit = closest.id < 0 ? null : writeHit(space.ray, closest, target);
    this.spaces.giveBack(space);
    return hit;
  }

  /** Returns the id of any box that a ray hits, or -1. A placeholder is returned only if the ray hits no other box. */
  anyId(ray: Ray, settings: RaySettings): number {
    const space = this.spaces.read(ray, settings);
    const id = this.#backend.raycastAny(this.#tree.current(), space.ray, settings);
    this.spaces.giveBack(space);
    return id;
  }

  raycastAll(ray: Ray, settings: RaySettings): Hit[] {
    const space = this.spaces.read(ray, settings);
    const tree = this.#tree.current();
    const { ray: flat, closest } = space;
    const hits = raycastAll(tree, flat, settings).map(({ id, t, hitTriangle }) => {
      closest.set(id, t, hitTriangle);
      writeFaceOf(tree, flat, closest);
      return writeHit(flat, closest, null);
    });
    this.spaces.giveBack(space);
    return hits;
  }

  raycastMany(rays: FloatArray, settings: ManyRaysSettings): ManyHits & Partial<ManyTriangleHits & ManyFronts> {
    const tree = this.#tree.current();
    const count = rays.length / 6;
    const ids = new Int32Array(count);
    const ts = new Float64Array(count);
    const range = createRayBuffer();
    writeSettings(settings, range);
    const places = settings.triangles
      ? { triangles: new Int32Array(count), us: new Float64Array(count), vs: new Float64Array(count) }
      : null;
    const fronts = settings.fronts ? new Uint8Array(count) : null;
    const details = settings.triangles || settings.fronts ? { places, fronts } : null;
    this.#backend.raycastMany(tree, rays, range, settings, ids, ts, details, checkRays);
    return { ids, ts, ...places, ...(fronts && { fronts }) };
  }
}

function checkRays(rays: FloatArray, first: number): void {
  checkRayNumbers('rays', rays, 6 * first);
}
