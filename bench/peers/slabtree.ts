import { BoxScene, type BoxSceneOptions, type ClosestHitOptions } from 'slabtree';
import { type Box3, Frustum, type Matrix4, type Plane, Vector3 } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import { castOneByOne, emptyHit } from './castOneByOne';
import type {
  CastsRays,
  CullsByFrustum,
  FindsNearest,
  FindsOverlaps,
  FindsPairs,
  SplitCounts,
  SplitsByPlane,
} from './contender';

/** For {@link SlabtreeBatches}. */
const RAYS_A_CALL = 64;

/** One call for each ray, with a whole hit as its answer. For a split, a cull or an overlap, reads only the sizes. */
export class Slabtree implements CastsRays, SplitsByPlane, CullsByFrustum, FindsOverlaps, FindsNearest, FindsPairs {
  protected readonly scene: BoxScene;

  /** Without options, the scene chooses the fastest backend. */
  constructor({ bounds, matrices }: Scene, options: BoxSceneOptions = {}) {
    this.scene = new BoxScene(options);
    if (matrices === null) this.scene.addAabbs(bounds);
    else this.scene.addObbs({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } }, matrices);
    this.scene.commit();
  }

  /** How rays are cast. */
  protected readonly options: ClosestHitOptions = {};

  /** The tree and the boxes. */
  get byteLength(): number {
    return this.scene.byteLength;
  }

  castRays(rays: Rays, distances: Float64Array): void {
    castOneByOne(this.scene, rays, distances, this.options);
  }

  split(plane: Plane): SplitCounts {
    const { front, crossing, back } = this.scene.split(plane);
    return { front: front.size, crossing: crossing.size, back: back.size };
  }

  cull(viewProjection: Matrix4): number {
    const { inside, crossing } = this.scene.cull(frustumPlanes(viewProjection));
    return inside.size + crossing.size;
  }

  overlap(query: Box3): number {
    return this.scene.overlap(query).size;
  }

  overlapIds(query: Box3): Uint32Array {
    return this.scene.overlap(query).toArray();
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const point = new Vector3();
    for (let at = 0; at < points.length; at += 3) {
      distances[at / 3] = this.scene.nearest(point.fromArray(points, at))[0].distance;
    }
  }

  findPairs(): Uint32Array {
    return this.scene.pairs().toArray();
  }
}

/** One call for each ray, which writes its answer into the same hit. */
export class SlabtreeInto extends Slabtree {
  protected override readonly options: ClosestHitOptions = { into: emptyHit() };
}

/** One call for all rays. For a split, a cull or an overlap, takes all ids in an array. */
export class SlabtreeArrays extends Slabtree {
  override castRays(rays: Rays, distances: Float64Array): void {
    distances.set(this.scene.raycastMany(rays).ts);
  }

  override split(plane: Plane): SplitCounts {
    const { front, crossing, back } = this.scene.split(plane);
    return { front: front.toArray().length, crossing: crossing.toArray().length, back: back.toArray().length };
  }

  override cull(viewProjection: Matrix4): number {
    const { inside, crossing } = this.scene.cull(frustumPlanes(viewProjection));
    return inside.toArray().length + crossing.toArray().length;
  }

  override overlap(query: Box3): number {
    return this.overlapIds(query).length;
  }
}

/** Few rays in each call: too few to be sorted first. */
export class SlabtreeBatches extends Slabtree {
  override castRays(rays: Rays, distances: Float64Array): void {
    for (let ray = 0; 6 * ray < rays.length; ray += RAYS_A_CALL) {
      const { ts } = this.scene.raycastMany(rays.subarray(6 * ray, 6 * (ray + RAYS_A_CALL)));
      distances.set(ts, ray);
    }
  }
}

/** three's own planes, so that slabtree and the loop over Box3 use the same numbers. */
const frustumPlanes = (viewProjection: Matrix4) => new Frustum().setFromProjectionMatrix(viewProjection).planes;
