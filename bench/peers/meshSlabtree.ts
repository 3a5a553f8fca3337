import { BoxScene, type BoxSceneOptions, type ClosestHitOptions, type Mesh } from 'slabtree';
import { Vector3 } from 'three';
import type { Rays } from '../rays';
import type { TriangleScene } from '../triangles/scenes';
import { castOneByOne, emptyHit } from './castOneByOne';
import type { CastsRays, FindsNearest, HasByteLength } from './contender';
import type { MovesVertices } from './meshContender';

/** Meshes and their instances. One call for each ray, with a whole hit as its answer. */
export class MeshSlabtree implements CastsRays, FindsNearest, MovesVertices, HasByteLength {
  protected readonly scene: BoxScene;
  readonly #meshes: readonly Mesh[];
  /** How rays are cast. */
  protected readonly options: ClosestHitOptions = {};

  /** Without options, the scene chooses the fastest backend. */
  constructor({ meshes }: TriangleScene, options: BoxSceneOptions = {}) {
    const scene = new BoxScene(options);
    this.scene = scene;
    this.#meshes = meshes.map(({ positions, index, matrices }) => {
      const mesh = scene.addMesh(positions, index);
      scene.addInstances(mesh, matrices);
      return mesh;
    });
    scene.commit();
  }

  /** Everything: vertices, triangles, trees and instances. */
  get byteLength(): number {
    return this.scene.byteLength;
  }

  castRays(rays: Rays, distances: Float64Array): void {
    castOneByOne(this.scene, rays, distances, this.options);
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const point = new Vector3();
    for (let at = 0; at < points.length; at += 3) {
      distances[at / 3] = this.scene.nearest(point.fromArray(points, at))[0].distance;
    }
  }

  prepare(): void {
    // Everything is timed.
  }

  refit(positions: Float32Array): void {
    this.scene.setPositions(this.#meshes[0], positions);
    this.scene.commit();
  }
}

/** One call for each ray, which writes its answer into the same hit. */
export class MeshSlabtreeInto extends MeshSlabtree {
  protected override readonly options: ClosestHitOptions = { into: emptyHit() };
}

/** One call for all rays, which tells the triangle of each and where it is hit. */
export class MeshSlabtreeArrays extends MeshSlabtree {
  override castRays(rays: Rays, distances: Float64Array): void {
    distances.set(this.scene.raycastMany(rays, { triangles: true }).ts);
  }
}
