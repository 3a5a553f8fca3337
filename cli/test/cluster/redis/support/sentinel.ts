import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './redisServer';

/** Starts a Redis Sentinel that watches no Redis. Returns its URL. It ends with the test. */
export async function startSentinel(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  writeFileSync(file, `port ${port}\nbind 127.0.0.1\ndir ${folder}\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await once(sentinel, 'spawn');
  onTestFinished(async () => {
    const exit = once(sentinel, 'exit');
    sentinel.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  return `redis://127.0.0.1:${port}`;
}
