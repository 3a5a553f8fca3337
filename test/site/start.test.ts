import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test('npm start serves the site and the examples at one address, until Ctrl-C', async () => {
  // A group of its own: Ctrl-C reaches npm and what it has started.
  const start = spawn('npm', ['start'], { cwd: resolve(import.meta.dirname, '../..'), detached: true });
  const ended = once(start, 'exit');
  const { pid } = start;
  if (pid === undefined) throw new Error('npm does not start');
  onTestFinished(() => {
    if (start.exitCode === null && start.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  let output = '';
  // Vite prints in colour where `CI` is set, even into a pipe.
  const read = (chunk: unknown) => (output += stripVTControlCharacters(String(chunk)));
  for (const stream of [start.stdout, start.stderr]) stream.on('data', read);
  await expect.poll(() => output, { timeout: 180_000 }).toMatch(/Local:\s+http/);
  const addresses = [...output.matchAll(/http:\/\/\S+/g)];
  expect(addresses).toHaveLength(1);
  const [[address]] = addresses;

  const textAt = async (path: string) => {
    const response = await fetch(new URL(path, address), { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    return response.text();
  };
  expect(await textAt('/')).toContain('id="app"');
  expect(await textAt('/guide.md')).toContain('# Guide');
  expect(await textAt('/examples/million-boxes/')).toContain('A million boxes');
  expect(await textAt('/examples/million-boxes/main.ts')).toContain('import');

  process.kill(-pid, 'SIGINT');
  await ended;
});
