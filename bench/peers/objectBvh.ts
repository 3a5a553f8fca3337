import { BoxGeometry, DoubleSide, InstancedMesh, MeshBasicMaterial, Raycaster } from 'three';
import { ObjectBVH } from 'three-mesh-bvh';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { CastsRays, Refits } from './contender';

/** three-mesh-bvh over the instances of an InstancedMesh, each an oriented box of twelve triangles. */
export class ObjectBvh implements CastsRays, Refits {
  readonly #mesh: InstancedMesh;
  readonly #bvh: ObjectBVH;

  constructor({ count, matrices }: Scene) {
    if (matrices === null) throw new TypeError('scene.matrices must be the matrices of oriented boxes, got null');
    // Double-sided, because the other contenders hit the exit face of a box in which a ray starts.
    const material = new MeshBasicMaterial({ side: DoubleSide });
    this.#mesh = new InstancedMesh(new BoxGeometry(2, 2, 2), material, count);
    this.#mesh.instanceMatrix.array.set(matrices);
    this.#bvh = new ObjectBVH(this.#mesh);
  }

  castRays(rays: Rays, distances: Float64Array): void {
    const raycaster = new Raycaster();
    raycaster.firstHitOnly = true;
    const { origin, direction } = raycaster.ray;
    for (let at = 0; at < rays.length; at += 6) {
      origin.fromArray(rays, at);
      direction.fromArray(rays, at + 3);
      distances[at / 6] = this.#bvh.raycast(raycaster).at(0)?.distance ?? Infinity;
    }
  }

  prepare(matrices: Float32Array): void {
    this.#mesh.instanceMatrix.array.set(matrices);
  }

  refit(): void {
    this.#bvh.refit();
  }
}
