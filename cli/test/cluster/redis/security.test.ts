import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { castOnCluster, clusterStatus, startWorker } from 'slabtree-cli/cluster';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificates } from './support/certificates';
import { type City, writeCity } from './support/city';
import { CastProcess, type CastEnded, WorkerProcess } from './support/programs';
import { freePort, RedisServer } from './support/redisServer';
import { rejection } from './support/rejection';

let city: City;
let alone: CastEnded;

beforeAll(async () => {
  city = await writeCity(1000, 20_000);
});

afterAll(() => {
  city.remove();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function cast(...options: string[]): CastProcess {
  return new CastProcess(city.folder, 'city.slab', city.rays, ...options);
}

/** The URL of a Redis with a user and a password. */
function urlOf(redis: RedisServer, user: string, password: string): string {
  return redis.url.replace('//', `//${user}:${password}@`);
}

/** Creates a user with these ACL rules, besides the password "secret". Returns the URL for the user. */
async function addUser(redis: RedisServer, user: string, rules: readonly string[]): Promise<string> {
  await redis.ask((client) => client.call('ACL', 'SETUSER', user, 'reset', 'on', '>secret', ...rules));
  return urlOf(redis, user, 'secret');
}

it('a cast in one process gives the bytes for the comparison', async () => {
  alone = await cast().ended;
  expect(alone).toMatchObject({ status: 0, lines: 20_000, errors: '' });
});

describe('the URL of Redis', () => {
  it('the URL of Redis is taken from SLABTREE_REDIS, so that the password is in no argument', async () => {
    const redis = await RedisServer.start();
    vi.stubEnv('SLABTREE_REDIS', await addUser(redis, 'somebody', ['+@all', '~*', '&*']));
    WorkerProcess.startByEnvironment(city.folder);
    expect(await cast('--cluster').ended).toEqual(alone);
  });

  it('the URL of Redis is taken from the file that SLABTREE_REDIS_FILE names', async () => {
    const redis = await RedisServer.start();
    const file = join(city.folder, 'redis-url');
    writeFileSync(file, `${await addUser(redis, 'somebody', ['+@all', '~*', '&*'])}\n`);
    vi.stubEnv('SLABTREE_REDIS_FILE', file);
    WorkerProcess.startByEnvironment(city.folder);
    expect(await cast('--cluster').ended).toEqual(alone);
  });

  it('the error names the places of a URL if none has one, and shows no invalid URL', async () => {
    const missing = await cast('--cluster').ended;
    expect(missing.status).toBe(1);
    expect(missing.errors).toContain('no Redis is given: use --cluster redis://host:6379, or set SLABTREE_REDIS');
    vi.stubEnv('SLABTREE_REDIS', 'redis://:secret@host:6379/one');
    const invalid = await cast('--cluster').ended;
    expect(invalid.status).toBe(1);
    expect(invalid.errors).toContain('SLABTREE_REDIS must be a URL such as redis://host:6379');
    expect(invalid.errors).not.toContain('secret');
  });

  it.each([
    [['--timeout', '3'], '--timeout needs --cluster'],
    [['--cluster', '--timeout', '0'], 'It must be a number of seconds above 0'],
    [['--cluster', 'redis://host/one'], 'It must be a URL such as redis://host:6379'],
  ])('the options %j of a cast are wrong usage', async (options, message) => {
    const { status, errors } = await cast(...options).ended;
    expect(status).toBe(2);
    expect(errors).toContain(message);
  });

  it('a database that Redis does not have is an error, and one that it has is used', async () => {
    const redis = await RedisServer.start();
    const { status, errors } = await cast('--cluster', `${redis.url}/99`).ended;
    expect(status).toBe(1);
    expect(errors).toContain('it has no database of the number in the URL');
    const worker = WorkerProcess.start(city.folder, `${redis.url}/99`);
    expect(await worker.ended).toBe(1);
    expect(worker.errors).toContain('it has no database of the number in the URL');
    WorkerProcess.start(city.folder, `${redis.url}/5`);
    expect(await cast('--cluster', `${redis.url}/5`).ended).toEqual(alone);
    expect(await redis.ask((client) => client.keys('*'))).toEqual([]);
  });
});

describe('the user of Redis', () => {
  it.each([
    ['no password', '', 'it needs a password (NOAUTH)'],
    ['a wrong password', ':wrong@', '(WRONGPASS)'],
  ])('a caller and a worker with %s end at once, and say why', async (_, password, message) => {
    const redis = await RedisServer.start();
    await redis.ask((client) => client.config('SET', 'requirepass', 'secret'));
    const url = redis.url.replace('//', `//${password}`);
    const worker = WorkerProcess.start(city.folder, url);
    const { status, errors } = await cast('--cluster', url).ended;
    expect(status).toBe(1);
    expect(errors).toContain(message);
    expect(errors).not.toContain('bug');
    expect(await worker.ended).toBe(1);
    expect(worker.errors).toContain(message);
  });

  it('a worker whose user may only read ends at its start, and names a permission', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, await addUser(redis, 'reader', ['~*', '&*', '+@all', '-@write']));
    expect(await worker.ended).toBe(1);
    expect(worker.isReady).toBe(false);
    expect(worker.errors).toMatch(/its user has no permission \(NOPERM\): the command (set|lpush)/);
    expect(worker.errors).not.toContain('bug');
  });

  it('a caller and a worker work with exactly the documented ACL rules, and no others', async () => {
    const redis = await RedisServer.start();
    const rules = documentedRules();
    const worker = WorkerProcess.start(city.folder, await addUser(redis, 'worker', rules.worker));
    await worker.untilReady();
    const caller = await addUser(redis, 'caller', rules.caller);
    expect(await cast('--cluster', caller).ended).toEqual(alone);
    // Redis logs each command that it has denied.
    expect(await redis.ask((client) => client.call('ACL', 'LOG'))).toEqual([]);
    // The users may neither read nor write other keys and other queues.
    await redis.ask((client) => client.set('other', 'value'));
    const other = cast('--cluster', caller, '--queue', 'other');
    expect(await other.ended).toMatchObject({ status: 1, lines: 0 });
    expect(other.errors).toContain('NOPERM');
    expect(await redis.ask((client) => client.call('ACL', 'DRYRUN', 'caller', 'get', 'other'))).toContain(
      'no permissions',
    );
    expect(await redis.ask((client) => client.call('ACL', 'DRYRUN', 'worker', 'flushall'))).toContain('no permissions');
  });

  it('a caller with the documented ACL rules leaves nothing in Redis when Ctrl-C ends it', async () => {
    const redis = await RedisServer.start();
    const caller = cast('--cluster', await addUser(redis, 'caller', documentedRules().caller));
    await redis.untilUsed();
    caller.kill('SIGINT');
    expect(await caller.ended).toMatchObject({ status: 130, errors: '' });
    expect(await redis.leftovers()).toEqual([]);
  });

  it('cluster status works for the documented operator, who may write nothing, and for a worker', async () => {
    const redis = await RedisServer.start();
    const { operator, worker } = documentedRules();
    const running = await startWorker({ redis: redis.url }, { allow: [city.folder] });
    try {
      for (const url of [await addUser(redis, 'operator', operator), await addUser(redis, 'worker', worker)]) {
        const { workers, warnings } = await clusterStatus({ redis: url });
        expect(workers).toMatchObject([{ name: running.name }]);
        expect(warnings).toEqual([]);
      }
      const set = ['set', 'slabtree:slabtree:worker:none', 'value'];
      expect(await redis.ask((client) => client.call('ACL', 'DRYRUN', 'operator', ...set))).toContain('no permissions');
      // A status that is quick sends no PING.
      for (const command of operator.filter((rule) => rule.startsWith('+') && rule !== '+ping')) {
        const less = operator.filter((rule) => rule !== command);
        const { name, message } = await rejection(clusterStatus({ redis: await addUser(redis, 'less', less) }));
        expect([command, name, message]).toEqual([command, 'ClusterError', expect.stringContaining('NOPERM')]);
      }
    } finally {
      await running.close();
    }
  });

  it.each(['caller', 'worker'] as const)('each documented ACL command is one that a %s needs', async (role) => {
    const redis = await RedisServer.start();
    const rules = documentedRules()[role];
    // A worker also runs if it may not name its connections: see the next test.
    const isNeeded = (rule: string) => role === 'caller' || rule !== NAMES_CONNECTION;
    const commands = rules.filter((rule) => rule.startsWith('+') && isNeeded(rule));
    expect(commands.length).toBeGreaterThan(30);
    for (const command of commands) {
      const url = await addUser(
        redis,
        'less',
        rules.filter((rule) => rule !== command),
      );
      const queue = { redis: url };
      const start =
        role === 'worker'
          ? startWorker(queue, { allow: [city.folder] })
          : castOnCluster(queue, join(city.folder, 'city.slab'), new Float64Array([0, 0, 0, 1, 0, 0])).next();
      const { name, message } = await rejection(start);
      expect([command, name, message]).toEqual([command, 'ClusterError', expect.stringContaining('NOPERM')]);
    }
  });
});

it('a worker that may not name its connections casts', async () => {
  const redis = await RedisServer.start();
  const { caller, worker } = documentedRules();
  const less = worker.filter((rule) => rule !== NAMES_CONNECTION);
  expect(less).toHaveLength(worker.length - 1);
  const running = WorkerProcess.start(city.folder, await addUser(redis, 'worker', less));
  expect(await cast('--cluster', await addUser(redis, 'caller', caller)).ended).toEqual(alone);
  expect(running.isReady).toBe(true);
});

/** The rule that lets a user name its connections. */
const NAMES_CONNECTION = '+client|setname';

/** Returns the rules of the three `ACL SETUSER` in docs/cluster.md, after the password. */
function documentedRules(): Record<'caller' | 'worker' | 'operator', string[]> {
  const text = readFileSync('docs/cluster.md', 'utf8').replaceAll('\\\n', ' ');
  const rulesOf = (user: string): string[] => {
    const line = new RegExp(`ACL SETUSER ${user} on >\\S+ (.*)`).exec(text)?.[1] ?? '';
    return line.replaceAll("'", '').split(/\s+/).filter(Boolean);
  };
  return { caller: rulesOf('caller'), worker: rulesOf('worker'), operator: rulesOf('operator') };
}

describe('TLS', () => {
  it('a caller and a worker use TLS with a private certificate authority, and name what is wrong otherwise', async () => {
    const { authority, certificate, key } = makeCertificates();
    const port = await freePort();
    const files = `--tls-cert-file ${certificate} --tls-key-file ${key} --tls-ca-cert-file ${authority}`;
    const redis = await RedisServer.start({ settings: `--tls-port ${port} ${files} --tls-auth-clients no` });
    const url = `rediss://127.0.0.1:${port}`;

    const unknown = await cast('--cluster', url).ended;
    expect(unknown.status).toBe(1);
    expect(unknown.errors).toMatch(/certificate.*: for a CA of your own, set NODE_EXTRA_CA_CERTS/);

    vi.stubEnv('NODE_EXTRA_CA_CERTS', authority);
    const worker = WorkerProcess.start(city.folder, url);
    await worker.untilReady();
    expect(await cast('--cluster', url).ended).toEqual(alone);

    const otherName = await cast('--cluster', `rediss://localhost:${port}`).ended;
    expect(otherName.status).toBe(1);
    expect(otherName.errors).toContain('use the host that the certificate names');

    const plain = await cast('--cluster', `redis://127.0.0.1:${port}`, '--timeout', '3').ended;
    expect(plain.status).toBe(1);
    expect(plain.errors).toContain('as a port for TLS does: for TLS, use rediss://');

    const notTls = await cast('--cluster', redis.url.replace('redis:', 'rediss:'), '--timeout', '3').ended;
    expect(notTls.status).toBe(1);
    expect(notTls.errors).toContain('use redis://');
  });
});
