/** This file is apart from the log itself, so that the options of a command do not load the logger's library. */
export const LOG_FORMATS = ['text', 'json'] as const;
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export interface LogOptions {
  format: (typeof LOG_FORMATS)[number];
  /** The least level of the lines that are written. */
  level: (typeof LOG_LEVELS)[number];
}
