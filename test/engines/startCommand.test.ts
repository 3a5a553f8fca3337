import { expect, test } from 'vitest';
import { startCommand } from './support/startCommand';

test('a command that ends by itself is reported with its output', async () => {
  const { ended } = startCommand(['sh', '-c', 'echo no screen; exit 3']);
  await expect(ended).rejects.toThrow('sh ended (3). It printed:\nno screen\n');
});

test('a command that cannot be started is reported', async () => {
  const running = startCommand(['/no/such/browser']);
  await expect(running.ended).rejects.toThrow('ENOENT');
  await running.end();
});

test('a command is ended, even if it ignores SIGTERM', async () => {
  const running = startCommand(['sh', '-c', 'trap "" TERM; echo ready; while true; do sleep 0.1; done'], {}, 0.2);
  await new Promise((resolve) => running.stdout.once('data', resolve));
  await running.end();
  await expect(running.ended).rejects.toThrow('SIGKILL');
});
