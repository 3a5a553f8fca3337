import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { type BVHOptions, MeshBVH } from 'three-mesh-bvh';
import type { Rays } from '../rays';
import type { MeshNumbers } from '../triangles/shapes';
import type { CastsRays, FindsNearest, HasByteLength } from './contender';
import type { MovesVertices } from './meshContender';

/** three-mesh-bvh over one mesh. */
export class MeshBvh implements CastsRays, FindsNearest, MovesVertices, HasByteLength {
  /** The tree, and the vertices and the index of the geometry, which its leaves read. */
  readonly byteLength: number;
  readonly #geometry: BufferGeometry;
  readonly #bvh: MeshBVH;

  /** @param geometry its index is sorted into the order of the tree. */
  constructor(geometry: BufferGeometry, options: BVHOptions = {}) {
    this.#geometry = geometry;
    this.#bvh = new MeshBVH(geometry, options);
    this.byteLength = this.#bvh._roots.reduce((sum, root) => sum + root.byteLength, geometryBytes(geometry));
  }

  castRays(rays: Rays, distances: Float64Array): void {
    const ray = new Ray();
    for (let at = 0; at < rays.length; at += 6) {
      ray.origin.fromArray(rays, at);
      ray.direction.fromArray(rays, at + 3);
      distances[at / 6] = this.#bvh.raycastFirst(ray, DoubleSide)?.distance ?? Infinity;
    }
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const point = new Vector3();
    const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
    for (let at = 0; at < points.length; at += 3) {
      const found = this.#bvh.closestPointToPoint(point.fromArray(points, at), target);
      distances[at / 3] = found?.distance ?? Infinity;
    }
  }

  prepare(positions: Float32Array): void {
    this.#geometry.attributes.position.array.set(positions);
  }

  refit(): void {
    this.#bvh.refit();
  }
}

/** What users of three.js have anyway. Its numbers are copies. */
export function geometryOf({ positions, index }: MeshNumbers): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(index.slice(), 1));
  return geometry;
}

export function geometryBytes({ attributes, index }: BufferGeometry): number {
  return attributes.position.array.byteLength + (index?.array.byteLength ?? 0);
}
