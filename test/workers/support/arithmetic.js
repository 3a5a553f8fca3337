// A script for a TaskPool: see arithmetic.ts. With the environment variable NO_MORE_THREADS, its threads end as they start; with
// ONE_THREAD, all but the first.
import { env, exit } from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { BoxScene } from '../../../dist/index.js';
import { moved, serveTasks } from '../../../dist/workers.js';

if (env.NO_MORE_THREADS !== undefined || (env.ONE_THREAD !== undefined && threadId !== Number(env.ONE_THREAD))) exit(3);

serveTasks((data) => ({
  sum: (numbers) => data * numbers.reduce((a, b) => a + b, 0),
  halved: (numbers) => {
    const halves = numbers.map((number) => number / 2);
    return moved(halves, halves);
  },
  refuse: (message) => {
    throw new RangeError(message);
  },
  exit: () => exit(3),
  threadAfter: async (milliseconds) => {
    await after(milliseconds);
    return threadId;
  },
  callBack: async (report) => {
    await report(7);
  },
  raycast: (ray) => BoxScene.attach(data).raycast(ray)?.id,
}));
