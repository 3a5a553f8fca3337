import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Plane, Vec3 } from 'slabtree';
import type { ClusterQueue } from 'slabtree-cli/cluster';
import { isRedisUrl, REDIS_URL } from '../input/redisUrl';
import type { HostAndPort } from '../operator/healthServer';
import { isMask, parseNumber } from '../text/parseNumber';

/** This file has the arguments and options that several commands share, and their parsers. */

/** The most threads of a command, one per core: more threads take more memory, but not less time. */
export const CORES = Math.min(availableParallelism(), 256);

export const sceneOrUrlArgument = [
  '<scene>',
  'a scene file or a file of tiles, written by build, or a URL of either',
] as const;
export const jsonOption = new Option('--json', 'print JSON');
export const namesOption = new Option('--names', 'print the name of each box after its id');
export const maskOption = new Option('--mask <bits>', 'leave out boxes that share no bit with this mask').argParser(
  parseMask,
);

export const boxesOnlyOption = new Option('--boxes-only', 'take the boxes of instances, not their triangles');
export const sideOption = new Option('--side <side>', 'only hit this side of triangles').choices([
  'front',
  'back',
  'both',
]);

/** The URL may also be in the environment: see redisUrl. */
export const clusterOption = new Option(
  '--cluster [redis]',
  'cast on the workers of this Redis, such as redis://host:6379; SLABTREE_REDIS or SLABTREE_REDIS_FILE by default',
).argParser(parseCluster);
export const redisOption = new Option(
  '--redis <redis>',
  'the Redis or Valkey of the queue, such as redis://host:6379; SLABTREE_REDIS or SLABTREE_REDIS_FILE by default',
).argParser(parseRedis);
export const queueOption = new Option('--queue <name>', 'the queue of the workers; slabtree by default').argParser(
  parseQueueName,
);

export const memoryOption = new Option(
  '--memory <MB>',
  'megabytes of tiles that stay in memory, for a file of tiles; 256 by default',
).argParser((text) => 2 ** 20 * parseCount(text));

/** @param usual the default in seconds. */
export function timeoutOption(usual: number): Option {
  const meaning = `how long to wait for a Redis that does not answer; ${usual} by default`;
  return new Option('--timeout <seconds>', meaning).argParser(parseSeconds);
}

/** Ends a command whose arguments contradict each other, with an error message. */
export function wrongUsage(command: Command, message: string): never {
  return command.error(`error: ${message}`);
}

/** Parses a point or a direction from an argument, such as `1,-2.5,3`. */
export function parseVec3(text: string): Vec3 {
  const [x, y, z] = parseNumbers(text, 3);
  return { x, y, z };
}

/** Parses a plane from an argument `a,b,c,d`. The plane is the points for which ax + by + cz + d = 0. */
export function parsePlane(text: string): Plane {
  const [x, y, z, constant] = parseNumbers(text, 4);
  if (x === 0 && y === 0 && z === 0) throw new InvalidArgumentError('Its first three numbers must not all be 0.');
  return { normal: { x, y, z }, constant };
}

export function parseCount(text: string): number {
  const count = parseNumber(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError('It must be an integer of 1 or more.');
}

/** Parses the number of threads of a worker: as many as `startWorker` takes. */
export function parseConcurrency(text: string): number {
  const count = parseNumber(text);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  throw new InvalidArgumentError('It must be an integer from 1 to 256.');
}

/** Parses a number of any sign. */
export function parseAnyNumber(text: string): number {
  const number = parseNumber(text);
  if (!Number.isNaN(number)) return number;
  throw new InvalidArgumentError('It must be a number.');
}

/** Parses a distance or another number of 0 or more. */
export function parseNotNegative(text: string): number {
  const number = parseNumber(text);
  if (number >= 0) return number;
  throw new InvalidArgumentError('It must be a number of 0 or more.');
}

/** Parses `port` or `host:port`. Without a host, only this machine can connect. */
export function parseAddress(text: string): HostAndPort {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) {
    // An IPv6 address is in brackets, as in a URL.
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  }
  throw new InvalidArgumentError('It must be a port, or host:port, such as 0.0.0.0:9464.');
}

export function queueOf(redis: string, name: string | undefined): ClusterQueue {
  return name === undefined ? { redis } : { redis, name };
}

/** Parses the value of `--cluster`, which need not be given: then the option may take an argument of the command for its value. */
function parseCluster(text: string): string {
  if (/^rediss?:/.test(text)) return parseRedis(text);
  throw new InvalidArgumentError(
    'It is no URL of a Redis. If it is the scene or the rays, write it before --cluster, or give --cluster the URL.',
  );
}

function parseRedis(text: string): string {
  if (isRedisUrl(text)) return text;
  throw new InvalidArgumentError(`It must be ${REDIS_URL}.`);
}

function parseSeconds(text: string): number {
  const seconds = parseNumber(text);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds above 0.');
}

function parseQueueName(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 100 letters, digits, dots, hyphens or underscores.');
}

function parseMask(text: string): number {
  const mask = parseNumber(text);
  if (isMask(mask)) return mask;
  throw new InvalidArgumentError('It must be a 32-bit integer, such as 5 or 0b101.');
}

/** Parses numbers with commas between them. @param counts how many numbers there may be. */
export function parseNumbers(text: string, ...counts: number[]): number[] {
  const numbers = text.split(',').map(parseNumber);
  if (counts.includes(numbers.length) && !numbers.some(Number.isNaN)) return numbers;
  throw new InvalidArgumentError(`It must be ${counts.join(' or ')} numbers with commas between them.`);
}
