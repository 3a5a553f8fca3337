export {
  type ManyNeighbors,
  type PoolNearestOptions,
  type PoolRaycastOptions,
  RaycastPool,
  type RaycastPoolOptions,
} from './raycastPool';
