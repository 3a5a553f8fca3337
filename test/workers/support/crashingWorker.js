// A thread that ends itself when it is given rays, or boxes, of which the first begins at x = 999; and a while after, when it
// has answered, where that is at x = 998.
import { exit } from 'node:process';
import { setTimeout } from 'node:timers';
import { parentPort } from 'node:worker_threads';
import '../../../dist/worker.js';

parentPort.on('message', ({ argumentList = [] }) => {
  for (const { value } of argumentList) {
    if (!ArrayBuffer.isView(value)) continue;
    if (value[0] === 999) exit(3);
    if (value[0] === 998) setTimeout(() => exit(3), 200);
  }
});
