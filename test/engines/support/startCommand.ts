import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const GRACE_SECONDS = 5;

/** A command that runs until it is ended. */
export interface Running {
  readonly stdout: Readable;
  /** Rejects where it ends by itself, or cannot be started. */
  readonly ended: Promise<never>;
  end(): Promise<void>;
}

export function startCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = lastOutputOf(child);
  const exit = once(child, 'exit');
  const ended = exit.then(([code, signal]) => {
    throw new Error(`${command} has ended (${String(code ?? signal)}); it printed:\n${printed()}`);
  });
  // Where it is ended by `end`, nobody waits for this.
  ended.catch(() => undefined);
  return {
    stdout: child.stdout,
    ended,
    end: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * GRACE_SECONDS);
      await ended.catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

/** The last of what a process prints. */
function lastOutputOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)));
  }
  return () => output;
}
