import type { Redis } from 'ioredis';
import type { RayBlock } from '../protocol/blockBytes';
import type { Packages } from '../protocol/packages';

/**
 * Sets a key to the rays of a block, if there is no such key: `SET key rays PX milliseconds NX`. The socket reads the rays
 * where they are. ioredis alone would copy them to join the parts of the command.
 *
 * @param block must not change before the promise has settled: after a lost connection, it is sent again.
 */
export async function setRays(
  { ioredis }: Packages,
  redis: Redis,
  key: string,
  block: RayBlock,
  milliseconds: number,
): Promise<void> {
  const bytes = block.bytes();
  const { buffer, byteOffset, byteLength } = bytes;
  const options = ['PX', String(milliseconds), 'NX'];
  const command = new ioredis.Command('set', [key, Buffer.from(buffer, byteOffset, byteLength), ...options]);
  const before = `*6\r\n${bulk('set')}${bulk(key)}$${byteLength}\r\n`;
  const framed = block.framed(before, bytes, `\r\n${options.map(bulk).join('')}`);
  command.toWritable = () => Buffer.from(framed.buffer, framed.byteOffset, framed.byteLength);
  await redis.sendCommand(command);
}

/** A string in the protocol of Redis. */
function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
