export {
  type ManyNeighbors,
  type ManyTriangleNeighbors,
  type PoolNearestManyOptions,
  type PoolNearestOptions,
  type PoolRaycastManyOptions,
  type PoolRaycastOptions,
  RaycastPool,
  type RaycastPoolOptions,
} from './raycastPool';
