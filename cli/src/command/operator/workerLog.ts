import { pino, stdTimeFunctions } from 'pino';
import type { ClusterLog } from 'slabtree-cli/cluster';
import { escaped } from '../text/showText';
import type { LogOptions } from './logOptions';

/** Returns a log that writes to the standard error: one line of text, or one JSON object, for each message. */
export function workerLog({ format, level }: LogOptions): ClusterLog {
  const write = (line: string) => process.stderr.write(format === 'json' ? line : textLine(line));
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, { write });
}

/** Returns a JSON line of pino as text: time, level, message, and the details as `name=value`. */
function textLine(json: string): string {
  const { time, level, message, ...details } = JSON.parse(json) as Record<string, unknown>;
  const values = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${escaped([time, String(level).padEnd(5), message, ...values].join(' '))}\n`;
}
