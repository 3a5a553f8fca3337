// A thread that ends itself if the first of its rays or boxes begins at x = 999. At x = 998 it answers, and ends a little
// later. With the environment variable NO_MORE_THREADS, it ends as it starts.
import { env, exit } from 'node:process';
import { setTimeout } from 'node:timers';
import { parentPort } from 'node:worker_threads';
import '../../../dist/worker.js';

if (env.NO_MORE_THREADS !== undefined) exit(3);

parentPort.on('message', ({ argumentList = [] }) => {
  for (const { value } of argumentList) {
    if (!ArrayBuffer.isView(value)) continue;
    if (value[0] === 999) exit(3);
    if (value[0] === 998) setTimeout(() => exit(3), 200);
  }
});
