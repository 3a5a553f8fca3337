export { type ManyNeighbors, type PoolNearestOptions, type PoolRaycastOptions, RaycastPool } from './raycastPool';
export type { RaycastPoolOptions } from './raycastPoolOptions';
