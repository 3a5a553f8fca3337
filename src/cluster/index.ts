export type { RayAnswers } from './protocol/blockBytes';
export { ClusterError } from './protocol/clusterQueue';
export type { ClusterQueue } from './protocol/clusterQueue';
export { referenceTo, type SceneReference } from './protocol/sceneReference';
export type { ClusterCastOptions } from './caller/castOptions';
export { castOnCluster } from './caller/castOnCluster';
export type { ManyRays } from './caller/windows';
export { type ClusterWorker, type ClusterWorkerOptions, startWorker } from './worker/startWorker';
