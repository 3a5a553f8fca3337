import { createLogger, type Logger } from 'vite';

/** A logger of Vite that keeps warnings and errors, which it does not print, in a list that grows. */
export function warningsLogger(): { warnings: string[]; logger: Logger } {
  const warnings: string[] = [];
  const keep = (message: string) => {
    warnings.push(message);
  };
  const logger = { ...createLogger('silent'), warn: keep, warnOnce: keep, error: keep };
  return { warnings, logger };
}
