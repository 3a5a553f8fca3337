// A thread that ends itself when it is given rays, or boxes, of which the first begins at x = 999.
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import '../../../dist/worker.js';

parentPort.on('message', ({ argumentList = [] }) => {
  if (argumentList.some(({ value }) => ArrayBuffer.isView(value) && value[0] === 999)) exit(3);
});
