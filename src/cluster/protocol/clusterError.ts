/** A cluster cannot answer, and the message says why: no Redis, a worker with another file, a block that workers gave up. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
