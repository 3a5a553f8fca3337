// A thread that ends as it starts where its number is that of the environment's FIRST_TO_END or more.
import { env, exit } from 'node:process';
import { threadId } from 'node:worker_threads';
import '../../../dist/worker.js';

if (threadId >= Number(env.FIRST_TO_END)) exit(3);
