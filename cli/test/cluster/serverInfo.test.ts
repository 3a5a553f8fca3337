import { expect, it } from 'vitest';
import { serverProblemOf } from '../../src/cluster/protocol/serverInfo';

const info = (...lines: string[]) => ['# Server', ...lines, ''].join('\r\n');

it.each([
  info('redis_version:6.2.0', 'redis_mode:standalone'),
  info('redis_version:7.0.15', 'redis_mode:standalone'),
  info('redis_version:10.1.0', 'redis_mode:standalone'),
  info('redis_version:7.2.4', 'server_name:valkey', 'valkey_version:8.1.0', 'redis_mode:standalone'),
  info('redis_mode:standalone'),
])('a server that answers INFO with %j can be used', (answer) => {
  expect(serverProblemOf(answer)).toBeNull();
});

it.each(['5.0.14', '6.0.16', '6.1.99', '4.0.0'])('a Redis %s is refused by its version', (version) => {
  const answer = info(`redis_version:${version}`, 'redis_mode:standalone');
  expect(serverProblemOf(answer)).toBe(`has the version ${version}: a cluster needs Redis 6.2 or later, or Valkey`);
});

it('a node of a Redis Cluster and a Sentinel are refused by name', () => {
  const of = (mode: string) => serverProblemOf(info('redis_version:7.0.15', `redis_mode:${mode}`));
  expect(of('cluster')).toBe('is a node of a Redis Cluster: give the URL of a single Redis');
  expect(of('sentinel')).toBe('is a Redis Sentinel: give the URL of the primary, or of a proxy that follows it');
});
