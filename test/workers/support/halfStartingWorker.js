// Every other thread ends as soon as it is asked.
import { exit } from 'node:process';
import { parentPort, threadId } from 'node:worker_threads';
import '../../../dist/worker.js';

if (threadId % 2 === 0) parentPort.once('message', () => exit(3));
