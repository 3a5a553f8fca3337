import RAPIER, { type Collider } from '@dimforge/rapier3d-simd-compat';
import { Vector3 } from 'three';
import type { Rays } from '../rays';
import type { MeshNumbers } from '../triangles/shapes';
import type { CastsRays, FindsNearest } from './contender';

await RAPIER.init();

const FARTHEST = 1e9;

/** The physics engine, in WebAssembly SIMD: a collider made of one mesh. It is asked itself, which is faster than the world. */
export class MeshRapier implements CastsRays, FindsNearest {
  readonly #world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  readonly #collider: Collider;

  constructor({ positions, index }: MeshNumbers) {
    this.#collider = this.#world.createCollider(RAPIER.ColliderDesc.trimesh(positions, index));
  }

  castRays(rays: Rays, distances: Float64Array): void {
    const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 1 });
    for (let at = 0; at < rays.length; at += 6) {
      ray.origin.x = rays[at];
      ray.origin.y = rays[at + 1];
      ray.origin.z = rays[at + 2];
      ray.dir.x = rays[at + 3];
      ray.dir.y = rays[at + 4];
      ray.dir.z = rays[at + 5];
      const t = this.#collider.castRay(ray, FARTHEST, false);
      distances[at / 6] = t < 0 ? Infinity : t;
    }
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const point = new Vector3();
    for (let at = 0; at < points.length; at += 3) {
      point.fromArray(points, at);
      const projection = this.#collider.projectPoint(point, false);
      distances[at / 3] = projection === null ? Infinity : point.distanceTo(projection.point);
    }
  }

  /** Gives the memory back. No garbage collector does that for WebAssembly. */
  free(): void {
    this.#world.free();
  }
}
