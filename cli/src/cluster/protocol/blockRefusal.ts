import { ClusterError } from './clusterQueue';

/** Thrown by a worker that cannot cast a block which another worker may cast: it has another file, or another version. */
export class BlockRefusal extends ClusterError {}
