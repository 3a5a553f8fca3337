export {
  type ManyNeighbors,
  type ManyTriangleNeighbors,
  type PoolNearestManyOptions,
  type PoolNearestOptions,
  type PoolRaycastManyOptions,
  type PoolRaycastOptions,
  RaycastPool,
} from './raycastPool';
export type { RaycastPoolOptions } from './raycastPoolOptions';
