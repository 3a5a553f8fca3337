import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { addWorker } from '../../src/command/commands/worker';
import { parseAddress } from '../../src/command/commands/options';

interface Service {
  command: string | string[];
  deploy?: { replicas: number };
  healthcheck: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}

const { services } = parse(readFileSync('examples/cluster/compose.yaml', 'utf8')) as {
  services: Record<'redis' | 'worker', Service>;
};

it('compose.yaml starts Redis and two workers with options that the worker has', () => {
  const program = new Command();
  addWorker(program);
  const [worker] = program.commands;
  const [name, ...options] = services.worker.command;
  expect(name).toBe(worker.name());
  expect(worker.parseOptions(options)).toEqual({ operands: [], unknown: [] });
  expect(worker.opts()).toMatchObject({ redis: 'redis://redis:6379', concurrency: 2, log: 'json' });
  expect(services.worker.deploy?.replicas).toBe(2);
  expect(Object.keys(services.worker.depends_on ?? {})).toEqual(['redis']);
  expect(services.redis.command).toContain('--maxmemory-policy noeviction');
});

it('compose.yaml checks the health of a worker at the port that the worker serves', () => {
  const [, at] = /--http,([^,]+)/.exec(String(services.worker.command)) ?? [];
  const { host, port } = parseAddress(at);
  expect(host).toBe('0.0.0.0');
  expect(services.worker.healthcheck.test.join(' ')).toContain(`fetch('http://127.0.0.1:${port}/healthz')`);
});

it.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ['[::1]:65535', { host: '::1', port: 65_535 }],
])('the address %s of --http is read', (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

it.each(['', '0', '65536', 'localhost', 'localhost:', '80:x', '-1'])(
  'the address "%s" of --http is rejected',
  (text) => {
    expect(() => parseAddress(text)).toThrow('It must be a port, or host:port');
  },
);
