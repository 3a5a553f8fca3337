// A thread that ends as it starts if its id is at least the environment variable FIRST_TO_END.
import { env, exit } from 'node:process';
import { threadId } from 'node:worker_threads';
import '../../../dist/worker.js';

if (threadId >= Number(env.FIRST_TO_END)) exit(3);
