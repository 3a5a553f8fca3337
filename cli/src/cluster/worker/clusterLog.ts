/**
 * Writes a line of a log: a message in English, and details as an object that fits in JSON. See {@link startWorker}.
 */
export type ClusterLogWriter = (details: object, message: string) => void;

/** Where a worker logs what it does: see {@link startWorker}. The loggers of pino and bunyan fit. */
export interface ClusterLog {
  /** Each block that was cast: its rays, and how many milliseconds they took. */
  debug: ClusterLogWriter;
  /** The usual course: started, connected, a scene was opened or closed, closed. */
  info: ClusterLogWriter;
  /** What the worker recovers from: Redis was lost, a block was put back, a thread has ended. */
  warn: ClusterLogWriter;
  /** A block that the worker failed. */
  error: ClusterLogWriter;
}

function ignore(): void {
  // Without a log, nothing is written.
}

export const NO_LOG: ClusterLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
