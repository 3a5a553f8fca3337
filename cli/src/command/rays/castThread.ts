import { workerData } from 'node:worker_threads';
import type { Attachment } from '../threads/taskThreads';
import { castTasks } from './castTasks';

/** The script of the threads that read rays, cast them and write the answers: see {@link castTasks}. */

export const { cast, read, write } = castTasks(workerData as Attachment);
export const start = (): void => undefined;
