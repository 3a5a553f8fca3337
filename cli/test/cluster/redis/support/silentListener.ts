import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './redisServer';

/** Starts a server that accepts connections and never answers. Returns its URL. It ends with the test. */
export async function silentListener(): Promise<string> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${port}`;
}
