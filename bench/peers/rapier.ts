import RAPIER, { type Collider } from '@dimforge/rapier3d-simd-compat';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { CastsRays, FindsNearest } from './contender';

await RAPIER.init();

const FARTHEST = 1e9;

/** The physics engine, in WebAssembly SIMD. Each box is a cuboid collider without a body. */
export class Rapier implements CastsRays, FindsNearest {
  protected readonly world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  /** By id. */
  protected readonly colliders: Collider[];

  constructor(scene: Scene) {
    const box = new Box3();
    const matrix = new Matrix4();
    const center = new Vector3();
    const rotation = new Quaternion();
    const half = new Vector3();
    this.colliders = Array.from({ length: scene.count }, (_, id) => {
      if (scene.matrices === null) {
        box.min.fromArray(scene.bounds, 6 * id);
        box.max.fromArray(scene.bounds, 6 * id + 3);
        box.getCenter(center);
        box.getSize(half).divideScalar(2);
      } else {
        matrix.fromArray(scene.matrices, 16 * id).decompose(center, rotation, half);
      }
      return this.world.createCollider(
        RAPIER.ColliderDesc.cuboid(half.x, half.y, half.z)
          .setTranslation(center.x, center.y, center.z)
          .setRotation(rotation),
      );
    });
    // A step puts colliders into the tree that ray casts walk. Their creation does not.
    this.world.step();
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
      distances[at / 6] = this.world.castRay(ray, FARTHEST, false)?.timeOfImpact ?? Infinity;
    }
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const point = new Vector3();
    for (let at = 0; at < points.length; at += 3) {
      point.fromArray(points, at);
      const projection = this.world.projectPoint(point, true);
      distances[at / 3] = projection === null ? Infinity : point.distanceTo(projection.point);
    }
  }
}
