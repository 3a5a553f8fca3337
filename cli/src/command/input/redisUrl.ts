import { readFile } from 'node:fs/promises';
import { InputError } from '../text/errors';

/** What a URL of a Redis must be, for error messages. They do not show the URL, which may contain a password. */
export const REDIS_URL = 'a URL such as redis://host:6379, with the number of a database after it, or nothing';

/**
 * Returns the URL of a Redis: the value of the option, the environment variable SLABTREE_REDIS, or the content of the file that
 * the environment variable SLABTREE_REDIS_FILE names. A URL in an argument can be read by all users of the machine, by `ps`.
 *
 * @param given the value of the option. True or undefined if the option has no value or was not given.
 * @param option the name of the option, for the error message.
 */
export async function redisUrl(given: string | true | undefined, option: string): Promise<string> {
  if (typeof given === 'string') return given;
  const { SLABTREE_REDIS: url, SLABTREE_REDIS_FILE: file } = process.env;
  if (url !== undefined && url !== '') return checked(url, 'SLABTREE_REDIS');
  if (file !== undefined && file !== '') {
    return checked((await readFile(file, 'utf8')).trim(), `the content of ${file} (SLABTREE_REDIS_FILE)`);
  }
  throw new InputError(
    `no Redis is given: use ${option} redis://host:6379, or set SLABTREE_REDIS to the URL, ` +
      'or SLABTREE_REDIS_FILE to a file with the URL',
  );
}

function checked(url: string, source: string): string {
  if (isRedisUrl(url)) return url;
  throw new InputError(`${source} must be ${REDIS_URL}`);
}

export function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { pathname, searchParams } = new URL(text);
  return /^\/?\d*$/.test(pathname) && /^\d*$/.test(searchParams.get('db') ?? '');
}
