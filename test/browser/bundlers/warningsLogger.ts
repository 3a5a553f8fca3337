import { createLogger, type Logger } from 'vite';

/** A logger for Vite that prints nothing, and adds warnings and errors to a list. */
export function warningsLogger(): { warnings: string[]; logger: Logger } {
  const warnings: string[] = [];
  const keep = (message: string) => {
    warnings.push(message);
  };
  const logger = { ...createLogger('silent'), warn: keep, warnOnce: keep, error: keep };
  return { warnings, logger };
}
