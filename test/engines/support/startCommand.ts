import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A command that runs until `end` is called. */
export interface Running {
  readonly stdout: Readable;
  /** Rejects if the command ends by itself or cannot be started. */
  readonly ended: Promise<never>;
  end(): Promise<void>;
}

/** @param graceSeconds how long the command may take to end before it is killed. */
export function startCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
  graceSeconds = 5,
): Running {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = lastOutputOf(child);
  const exit = once(child, 'exit');
  const ended = exit.then(([code, signal]) => {
    throw new Error(`${command} ended (${String(code ?? signal)}). It printed:\n${printed()}`);
  });
  // After a call of `end`, this is not awaited.
  ended.catch(() => undefined);
  return {
    stdout: child.stdout,
    ended,
    end: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * graceSeconds);
      await ended.catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

/** The last part of the output of a process. */
function lastOutputOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)));
  }
  return () => output;
}
