// A thread that ends itself when it is given rays of which the first begins at x = 999.
import { exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import '../../../dist/worker.js';

parentPort.on('message', ({ path, argumentList = [] }) => {
  if (path?.at(0) === 'answer' && argumentList[2].value[0] === 999) exit(3);
});
