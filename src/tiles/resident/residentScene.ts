import type {
  Aabb,
  FloatArray,
  Hit,
  MaskOption,
  NearestOptions,
  Neighbor,
  Obb,
  OverlapOptions,
  Plane,
  RaycastManyOptions,
  RaycastOptions,
  Ray,
  Sphere,
  Vec3,
} from 'slabtree';

/** Called with an id of the whole, and the tile that the box is in. */
export type VisitId = (id: number, tile: number) => void;

/** An answer, and the tile that its box is in. */
export type InTile<Answer> = Answer & { tile: number };

/** The closest hits of many rays. */
export interface ResidentHits {
  /** The ids in the whole, or -1. */
  ids: Float64Array;
  ts: Float64Array;
  triangles?: Int32Array;
  us?: Float64Array;
  vs?: Float64Array;
}

/** The boxes of all tiles that are in memory. All ids, also those that callbacks get, are those of the whole. */
export interface ResidentScene {
  /** @throws SlabtreeFormatError if the bytes are not a scene, or not what the index says of the tile. */
  graft(tile: number, scene: Uint8Array, ids: Float64Array): void;
  prune(tile: number): void;
  /** The bytes of a tile that is here. */
  bytesOf(tile: number): number;
  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null;
  raycastAny(ray: Ray, options: RaycastOptions): boolean;
  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[];
  raycastMany(rays: FloatArray, options: RaycastManyOptions): ResidentHits;
  nearest(point: Vec3, options: NearestOptions): InTile<Neighbor>[];
  overlap(shape: Aabb | Obb | Sphere, options: OverlapOptions, visit: VisitId): void;
  split(plane: Plane, options: MaskOption, front: VisitId, crossing: VisitId, back: VisitId): void;
  cull(planes: readonly Plane[], options: MaskOption, inside: VisitId, crossing: VisitId, edges: VisitId): void;
}
