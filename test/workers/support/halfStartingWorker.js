// Every second thread ends at its first call.
import { exit } from 'node:process';
import { parentPort, threadId } from 'node:worker_threads';
import '../../../dist/worker.js';

if (threadId % 2 === 0) parentPort.once('message', () => exit(3));
