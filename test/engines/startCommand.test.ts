import { expect, test } from 'vitest';
import { startCommand } from './support/startCommand';

test('a command that ends by itself is told of, with what it has printed', async () => {
  const { ended } = startCommand(['sh', '-c', 'echo no screen; exit 3']);
  await expect(ended).rejects.toThrow('sh has ended (3); it printed:\nno screen\n');
});

test('a command that cannot be started is told of', async () => {
  const running = startCommand(['/no/such/browser']);
  await expect(running.ended).rejects.toThrow('ENOENT');
  await running.end();
});

test('a command is ended, also one that does not listen', async () => {
  const running = startCommand(['sh', '-c', 'trap "" TERM; echo ready; while true; do sleep 0.1; done']);
  await new Promise((resolve) => running.stdout.once('data', resolve));
  await running.end();
  await expect(running.ended).rejects.toThrow('SIGKILL');
});
