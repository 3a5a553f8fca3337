import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ClusterCastOptions, readCastOptions, windowsFor } from '../../src/cluster/caller/castOptions';
import { blockJob, readBlockJob } from '../../src/cluster/protocol/blockJob';
import { type ClusterQueue, readClusterQueue } from '../../src/cluster/protocol/clusterQueue';
import { startWorker } from '../../src/cluster/worker/startWorker';
import { errorOf, expectOptions } from '../../../test/support/expectOptions';
import { allowedFiles, checkFolders } from '../../src/cluster/worker/allowedFiles';

describe('castOnCluster', () => {
  it.each<[string, ClusterQueue]>([
    ['queue.redis must be a URL', { redis: 'localhost:6379' }],
    ['queue.redis must be a URL', { redis: 'https://example.org' }],
    ['queue.redis must be a string, got 5', { redis: 5 as never }],
    ['queue.redis must end with the number of a database or nothing', { redis: 'redis://a/one' }],
    ['queue.redis must end with the number of a database or nothing', { redis: 'redis://a?db=one' }],
    ['queue.name must have 1 to 100 letters', { redis: 'redis://a', name: 'a:b' }],
    ['queue must be an object of options, got "redis://a"', 'redis://a' as never],
    ['queue must be an object of options, got null', null as never],
    ['queue must be an object of options, got a value of type Array', ['redis://a'] as never],
    ['queue.redis must be a string, got a promise: await it', { redis: Promise.resolve('redis://a') as never }],
    ['queue.redis must be a string, got a value of type URL', { redis: new URL('redis://a') as never }],
    ['queue.redis must be a string, got an object with host, port', { redis: { host: 'a', port: 1 } as never }],
    ['queue.redis must be a string, got an object', { redis: Object.create(null) as never }],
    ['queue.redis must be a string, got an object', { redis: Object.create(Object.create(null) as object) as never }],
  ])('castOnCluster rejects a queue: %s', (message, queue) => {
    expect(() => readClusterQueue(queue)).toThrow(message);
  });

  it.each<[string, ClusterCastOptions]>([
    ['options.blockRays must be an integer from 1 to', { blockRays: 0 }],
    ['options.windowBlocks must be an integer from 1 to 4', { blockRays: 2 ** 20, windowBlocks: 5 }],
    ['options.backlog must be an integer of 1 or more, got 1.5', { backlog: 1.5 }],
    ['options.backlogBytes must be a number', { backlogBytes: '5' as never }],
    ['options.timeout must be more than 0 milliseconds, got 0', { timeout: 0 }],
    ['options.timeout must be a number', { timeout: '5' as never }],
    ['options.onNotice must be a function', { onNotice: 1 as never }],
    ['options.onWorkers must be a function', { onWorkers: 1 as never }],
    ['options.tMin must not be greater than tMax', { tMin: 2, tMax: 1 }],
    ['options.triangles must be true or false', { triangles: 1 as never }],
    ['options.onProgress must be a function', { onProgress: 1 as never }],
    ['options.signal must be an AbortSignal', { signal: {} as never }],
    ['options.filter is a function, which a cluster cannot call', { filter: () => true } as never],
  ])('castOnCluster rejects options: %s', (message, options) => {
    expect(() => readCastOptions(options)).toThrow(message);
  });

  it('castOnCluster accepts the options of the call, and no other', async () => {
    const ofRays = ['tMin', 'tMax', 'solid', 'mask', 'side', 'boxesOnly', 'triangles', 'onProgress', 'signal'];
    const names = [
      ...ofRays,
      'blockRays',
      'windowBlocks',
      'backlog',
      'backlogBytes',
      'timeout',
      'onNotice',
      'onWorkers',
    ];
    await expectOptions(names, (options) => readCastOptions(options));
    await expectOptions(['name'], (queue) => readClusterQueue({ redis: 'redis://a', ...queue }));
  });

  it('blocks and bytes limit what is under way, and at least one window is', () => {
    const windows = (options: ClusterCastOptions) =>
      windowsFor(readCastOptions({ blockRays: 1000, windowBlocks: 4, ...options }), false).windows;
    expect(windows({ backlog: 40 })).toBe(10);
    expect(windows({ backlog: 40, backlogBytes: 3 * 4 * 48_000 })).toBe(3);
    expect(windows({ backlog: 1, backlogBytes: 1 })).toBe(1);
  });
});

it.each(['concurrency', 'memory', 'allow', 'log', 'onBlock', 'signal'])(
  'a worker rejects %s if it is null or misspelt',
  async (name) => {
    const start = (options: object) => errorOf(() => startWorker({ redis: 'redis://127.0.0.1:1' }, options));
    expect(String(await start({ [name]: null }))).toMatch(new RegExp(`options\\.${name} must be .* got null$`));
    const misspelt = String(await start({ [`${name}s`]: undefined }));
    expect(misspelt).toContain(
      `options has no option "${name}s"; the options are concurrency, memory, allow, log, onBlock, signal`,
    );
  },
);

describe('jobs', () => {
  const scene = { path: 'city.slab', bytes: 5, header: 'ab', tiled: false };

  it('a job carries all options as JSON', () => {
    const options = {
      tMin: -Infinity,
      tMax: 2.5,
      solid: true,
      mask: 3,
      side: 'front',
      boxesOnly: false,
      triangles: true,
    } as const;
    expect(readBlockJob(JSON.parse(JSON.stringify(blockJob(scene, options))))).toEqual({ scene, options });
  });

  it.each<[string, unknown]>([
    ['is empty', null],
    ['has no scene', { ...blockJob(scene, {}), scene: 1 }],
    ['has a scene without a path', { ...blockJob(scene, {}), scene: { ...scene, path: 1 } }],
    ['is of another version', { ...blockJob(scene, {}), version: '0.0.0' }],
  ])('a job is rejected if it %s', (_, data) => {
    expect(() => readBlockJob(data)).toThrow();
  });
});

describe('files that a worker may read', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'slabtree-')));
  const [inside, outside] = [join(root, 'inside'), join(root, 'outside')];
  mkdirSync(join(inside, 'more'), { recursive: true });
  mkdirSync(outside);
  for (const path of ['inside/a.slab', 'inside/more/b.slab', 'inside/..c.slab', 'outside/d.slab', 'inside-too.slab']) {
    writeFileSync(join(root, path), '');
  }
  symlinkSync(join(outside, 'd.slab'), join(inside, 'link.slab'));
  symlinkSync(inside, join(root, 'alias'));
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it.each(['a.slab', 'more/b.slab', '..c.slab', join(inside, 'a.slab'), join(root, 'alias/a.slab'), 'more/../a.slab'])(
    'a worker may read files below the folder: %s',
    async (path) => {
      const [file, ...others] = await allowedFiles(path, [inside]);
      expect(file).toMatch(inside);
      expect(others).toEqual([]);
    },
  );

  it.each(['../outside/d.slab', join(outside, 'd.slab'), 'link.slab', '../inside-too.slab', 'none.slab', 'more'])(
    'a worker may not read files elsewhere: %s',
    async (path) => {
      await expect(allowedFiles(path, [inside])).rejects.toThrow('not a file in the folders that this worker may read');
    },
  );

  it('a file may be in one of several folders, or in more than one', async () => {
    writeFileSync(join(outside, 'a.slab'), '');
    expect(await allowedFiles('d.slab', [inside, outside])).toEqual([join(outside, 'd.slab')]);
    expect(await allowedFiles('a.slab', [inside, outside])).toEqual([join(inside, 'a.slab'), join(outside, 'a.slab')]);
    expect(await allowedFiles(join(inside, 'more/b.slab'), [inside, root])).toEqual([join(inside, 'more/b.slab')]);
  });

  it('the folders must exist', async () => {
    await checkFolders([inside, outside]);
    await expect(checkFolders([inside, join(root, 'none')])).rejects.toThrow('none" is not a folder: see --allow');
    await expect(checkFolders([join(inside, 'a.slab')])).rejects.toThrow('a.slab" is not a folder: see --allow');
  });
});
