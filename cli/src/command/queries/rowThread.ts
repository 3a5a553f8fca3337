import { workerData } from 'node:worker_threads';
import type { Attachment } from '../threads/taskThreads';
import { rowTasks } from './rowTasks';

/** The script of the threads that answer the rows of a file: see {@link rowTasks}. */

export const { answer } = rowTasks(workerData as Attachment);
export const start = (): void => undefined;
