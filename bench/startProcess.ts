import { fork, type ForkOptions } from 'node:child_process';

/** Runs a script in a new process, and returns the first message that the process sends. */
export function startProcess(
  script: string,
  args: readonly string[],
  { message, ...options }: ForkOptions & { readonly message?: object } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = fork(script, args, options);
    child.on('message', resolve);
    child.on('error', reject);
    child.on('exit', (code) => {
      // This has no effect if the message has arrived.
      reject(new Error(`${[script, ...args].join(' ')} ended with exit code ${code ?? 'none'} and no message.`));
    });
    if (message !== undefined) child.send(message);
  });
}
