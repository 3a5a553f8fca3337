/** The parts of `slabtree worker` with large libraries. A file of its own in the package, which only this command loads. */
export { HealthServer } from './healthServer';
export { workerLog } from './workerLog';
export { WorkerMetrics } from './workerMetrics';
