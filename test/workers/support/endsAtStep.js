// Of the threads with this script, the first that is called for the step in the environment variable ENDS_AT ends itself
// before it answers.
import { env, exit } from 'node:process';
import { parentPort } from 'node:worker_threads';
import '../../../dist/worker.js';

parentPort.on('message', ({ path = [] }) => {
  if (path[0] === env.ENDS_AT) exit(3);
});
