import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RedisWatch } from '../../src/cluster/protocol/redisWatch';

class FakeRedis extends EventEmitter {
  status = 'ready';
  ping = () => Promise.resolve('PONG');
}

const queue = { redis: 'redis://127.0.0.1:6379', name: 'slabtree' };
const oom = Object.assign(new Error("OOM command not allowed when used memory > 'maxmemory'."), { name: 'ReplyError' });

let notices: string[] = [];

function watchRefusal(): RedisWatch {
  notices = [];
  const options = { timeout: 10_000, onNotice: (notice: string) => notices.push(notice) };
  const watch = new RedisWatch(new FakeRedis() as unknown as Redis, queue, options);
  expect(watch.rejected(oom)).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(notices).toEqual([expect.stringContaining('it is full (OOM)')]);
  return watch;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the notices of a watch', () => {
  it('a watch that is closed at once after Redis has accepted a command says that Redis answers', () => {
    const watch = watchRefusal();
    watch.accepted();
    watch.close();
    expect(notices).toEqual([expect.any(String), 'Redis at 127.0.0.1:6379 answers']);
  });

  it('a watch that is closed while Redis refuses commands does not say that Redis answers', () => {
    watchRefusal().close();
    expect(notices).toHaveLength(1);
  });
});

describe('the problem of a watch', () => {
  it('a watch tells a Redis that refuses the connection from one that does not answer', () => {
    const redis = new FakeRedis();
    const watch = new RedisWatch(redis as unknown as Redis, queue, { timeout: Infinity, onNotice: () => undefined });
    watch.waitForEver();
    redis.emit('ready');
    expect(watch.problem).toBeNull();
    redis.status = 'reconnecting';
    expect(watch.problem).toBe('Redis at 127.0.0.1:6379 does not answer');
    redis.emit('error', new Error('connect ECONNREFUSED'));
    expect(watch.problem).toBe('Redis at 127.0.0.1:6379 does not answer: connect ECONNREFUSED');
    redis.emit('error', Object.assign(new Error('WRONGPASS invalid username-password pair'), { name: 'ReplyError' }));
    expect(watch.problem).toMatch(/^Redis at 127\.0\.0\.1:6379 refuses: the user or the password in the URL is wrong/);
    watch.close();
  });
});
