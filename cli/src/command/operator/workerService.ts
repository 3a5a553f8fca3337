/** The parts of `slabtree worker` with large libraries, which only this command imports. */
export { HealthServer } from './healthServer';
export { workerLog } from './workerLog';
export { WorkerMetrics } from './workerMetrics';
