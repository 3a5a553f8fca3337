/** What `import()` loads when the first thread is needed. */
export { defaultThreads } from '../../threads/hardwareThreads';
export { startBuild } from './startBuild';
export { startWorker, startWorkers } from './startWorkers';
