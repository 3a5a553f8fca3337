import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort, type RedisServer } from './redisServer';

/**
 * Starts a server that passes its first connection on to a Redis. On all others it is silent, or closes them at once. Returns its
 * URL.
 */
export async function firstConnectionTo(redis: RedisServer, others: 'silent' | 'closed'): Promise<string> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const isFirst = sockets.size === 0;
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (!isFirst) {
      if (others === 'silent') socket.resume();
      else socket.destroy();
      return;
    }
    const onward = connect(redis.port, '127.0.0.1');
    sockets.add(onward);
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${port}`;
}
