import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Folder } from '../support/command';

const REDIS = '--redis redis://127.0.0.1:1';

describe('slabtree worker', () => {
  it.each([
    ['--concurrency 257', 'It must be an integer from 1 to 256.'],
    ['--concurrency 0', 'It must be an integer from 1 to 256.'],
    ['--http 99999', 'It must be a port, or host:port, such as 0.0.0.0:9464.'],
    ['--log xml', 'Allowed choices are text, json.'],
    ['--log-level all', 'Allowed choices are debug, info, warn, error.'],
  ])('worker with the option %s is wrong usage', (option, message) => {
    const { status, stderr } = new Folder().run(`worker ${REDIS} ${option}`);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) as string });
  });

  it('worker names the address of --http if another program has its port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { status, stderr } = new Folder().run(`worker ${REDIS} --http ${port}`);
    expect({ status, stderr }).toEqual({ status: 1, stderr: `--http 127.0.0.1:${port}: address already in use\n` });
  });
});
