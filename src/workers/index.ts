export {
  type ManyNeighbors,
  type ManyTriangleNeighbors,
  type PoolNearestManyOptions,
  type PoolNearestOptions,
  type PoolRaycastManyOptions,
  type PoolRaycastOptions,
  type PoolSweepOptions,
  RaycastPool,
  type RaycastPoolOptions,
} from './raycastPool';
export { moved, serveTasks } from './serveTasks';
export { TaskPool, type TaskPoolOptions } from './taskPool';
export type { TaskTable } from '../threads/thread';
